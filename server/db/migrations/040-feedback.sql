-- What people write through the contact form; each message goes to the office by mail once.

create table feedback (
  id uuid primary key,
  name text not null,
  phone text not null check (phone ~ '^7[0-9]{10}$'),
  email text not null,
  text text not null,
  locale text not null check (locale in ('kz', 'ru')),
  created_at timestamptz not null,
  sent_at timestamptz
);
create index feedback_unsent on feedback (created_at) where sent_at is null;
