-- How each check stood when the month was closed; null for months closed before it was kept.
alter table closed_periods add column checks jsonb;
create trigger desk_list_reopened after delete on closed_periods for each statement execute function desk_list_changed('closing');

-- A closing that two people opened again, as it was: who closed, who opened and why. What the month is closed
-- with next stands in closed_periods, or here when it was opened once more.
create table reopened_periods (
  id bigint generated always as identity primary key,
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  figures jsonb not null,
  checks jsonb,
  closed_at timestamptz not null,
  closed_by uuid not null references accounts (id),
  prepared_by uuid references accounts (id),
  prepared_at timestamptz,
  reason text not null,
  asked_by uuid not null references accounts (id),
  asked_at timestamptz not null,
  opened_by uuid not null references accounts (id),
  opened_at timestamptz not null,
  constraint reopened_by_two check (asked_by <> opened_by)
);
create index reopened_periods_of on reopened_periods (month, id);

create function reopened_periods_stand() returns trigger language plpgsql as $$
begin
  raise exception 'the trail of closings is append-only';
end $$;
create trigger reopened_periods_append_only before delete or update on reopened_periods
  for each row execute function reopened_periods_stand();
