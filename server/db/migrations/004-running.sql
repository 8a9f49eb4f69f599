-- What keeps several equal processes in step: limits and requests in progress.

create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

create table requests_in_progress (
  key text primary key,
  started_at timestamptz not null default now()
);
