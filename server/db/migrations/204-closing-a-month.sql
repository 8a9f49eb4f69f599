-- The first signature under a month: what was shown to whoever prepared it. Taken back or signed by a second person the row is gone; the audit log
-- keeps both acts.
create table prepared_periods (
  month text primary key check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  figures jsonb not null,
  prepared_at timestamptz not null,
  prepared_by uuid not null references accounts (id)
);

-- Who prepared a month that is closed; null for those closed before two people were asked for.
alter table closed_periods add column prepared_by uuid references accounts (id);
alter table closed_periods add column prepared_at timestamptz;
alter table closed_periods add constraint closed_by_two check (prepared_by is null or prepared_by <> closed_by);

-- What insurers say of a month they were to be passed on, as it was written down; the last one counts.
create table insurer_acts (
  id bigint generated always as identity primary key,
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  insurer_code text not null,
  amount integer not null,
  number text not null default '',
  recorded_at timestamptz not null,
  recorded_by uuid not null references accounts (id)
);
create index insurer_acts_of on insurer_acts (month, insurer_code, id desc);
