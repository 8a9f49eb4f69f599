-- When backups were taken, so that a missing one is noticed.

create table backups (
  id bigint generated always as identity primary key,
  taken_at timestamptz not null default now(),
  bytes bigint not null,
  rows bigint not null,
  files integer not null
);
create index backups_latest on backups (taken_at desc);
