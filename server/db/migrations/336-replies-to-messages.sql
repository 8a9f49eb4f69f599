-- A message of the contact desk is answered where it is read: what was written stands with it, and
-- is recorded before it goes. `id` is the key of the form it was written in: a press that comes
-- twice is one reply.
create table feedback_replies (
  id uuid primary key,
  feedback_id uuid not null references feedback (id) on delete cascade,
  way text not null check (way in ('sms', 'mail')),
  address text not null,
  locale text not null check (locale in ('kz', 'ru')),
  text text not null check (text <> ''),
  -- The template it began with, by its key; what was sent is the text.
  template text,
  written_by text not null,
  created_at timestamptz not null
);
create index feedback_replies_of on feedback_replies (feedback_id, created_at);

alter table messages add column feedback_reply_id uuid references feedback_replies (id) on delete cascade;
create unique index messages_of_feedback_reply on messages (feedback_reply_id) where feedback_reply_id is not null;

-- Whom an open message waits for, once somebody works at it.
alter table feedback add column waits_for text
  check (waits_for in ('client', 'insurer', 'bank', 'colleague'));

-- What one person writes stands together: by the phone, by the mailbox.
create index feedback_by_phone on feedback (phone, created_at);
create index feedback_by_email on feedback (lower(email), created_at) where email <> '';

create trigger desk_list_changed after insert or update on feedback for each statement execute function desk_list_changed('inbox');
create trigger desk_list_changed after insert on feedback_replies for each statement execute function desk_list_changed('inbox');

-- What staff answer often, in both languages, by days: an older text stays as it was.
create table reply_templates (
  code text not null,
  name_kz text not null,
  name_ru text not null,
  text_kz text not null,
  text_ru text not null,
  sort integer not null default 100,
  effective_from date not null,
  effective_to date,
  sample boolean not null default true,
  primary key (code, effective_from)
);
