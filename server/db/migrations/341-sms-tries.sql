-- Which SMS gateway may have taken a message: written before it is told, so that a repeat asks that
-- one first. Null: surely none has it. `key` is the message's own, of no person.
create table sms_tries (
  key text primary key,
  gateway text,
  tried_at timestamptz not null
);
create index sms_tries_age on sms_tries (tried_at);
