-- A policy bought elsewhere of which somebody wants to be reminded: a plate, the day it ends and a
-- phone, kept for one message and no longer than the policy. `stop_key` stands in the message and
-- takes the row away.
create table reminders_elsewhere (
  id uuid primary key,
  plate text not null,
  phone text not null,
  ends_on date not null,
  remind_on date not null,
  locale text not null,
  stop_key text not null unique,
  consented_at timestamptz not null,
  tried_at timestamptz,
  sent_at timestamptz,
  unique (phone, plate)
);
create index reminders_elsewhere_due on reminders_elsewhere (remind_on) where sent_at is null;
create index reminders_elsewhere_over on reminders_elsewhere (ends_on);
