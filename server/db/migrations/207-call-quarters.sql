-- How often each outside system was asked in a quarter of an hour, how often in vain and how long it took: the status desk reads a day of it
-- in 96 rows a system, however many calls there were.
create table call_quarters (
  id bigint generated always as identity unique,
  system text not null,
  quarter timestamptz not null,
  calls integer not null,
  failures integer not null,
  -- Of the calls that were answered, together.
  answered_ms bigint not null,
  primary key (system, quarter)
);
insert into call_quarters (system, quarter, calls, failures, answered_ms)
select system, date_bin('15 minutes', started_at, 'epoch'), count(*), count(*) filter (where outcome <> 'ok'),
  coalesce(sum(duration_ms) filter (where outcome = 'ok'), 0)
from outside_calls where outcome in ('ok', 'unavailable') and started_at > now() - interval '1 day' group by 1, 2;
