-- Reminders before a policy ends, and what a client may ask for about their data.

alter table accounts add column reminders boolean not null default true;
alter table accounts add column deletion_asked_at timestamptz;

create table reminders (
  policy_id uuid not null references policies (id),
  days integer not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (policy_id, days)
);
create index reminders_open on reminders (created_at) where sent_at is null;
create index policies_ending on policies (end_date) where state = 'active';
