-- Times at which selling stood or people who had paid waited long: one is open at most, and each is
-- told to whoever keeps watch when it begins and when it is over.
create table alarms (
  id uuid primary key default gen_random_uuid(),
  reason text not null check (reason in ('stopped', 'waits')),
  began_at timestamptz not null default now(),
  over_at timestamptz,
  told_at timestamptz,
  over_told_at timestamptz
);
create unique index alarms_open on alarms ((true)) where over_at is null;
create index alarms_untold on alarms (began_at)
  where told_at is null or (over_at is not null and over_told_at is null);
