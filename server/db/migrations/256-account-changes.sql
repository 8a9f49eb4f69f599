-- What changed of how an account is entered, as it was before: where the change is told, and what "it was not me" gives back. `key_hash` is of
-- the key in the message; rows are dropped when the key is over.
create table account_changes (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id),
  change text not null,
  at timestamptz not null,
  phone text,
  email text,
  email_confirmed_at timestamptz,
  key_hash bytea unique,
  expires_at timestamptz not null,
  ended_at timestamptz,
  used_at timestamptz
);
create index account_changes_of on account_changes (account_id);
create index account_changes_over on account_changes (expires_at);
alter table messages add column account_change_id uuid references account_changes (id) on delete cascade;
create index messages_of_account_change on messages (account_change_id) where account_change_id is not null;
alter table codes drop constraint codes_purpose_check;
alter table codes add constraint codes_purpose_check check (purpose in ('sign_in', 'phone', 'email', 'terminate', 'password', 'client_proof', 'order', 'claim', 'email_phone', 'not_me'));
