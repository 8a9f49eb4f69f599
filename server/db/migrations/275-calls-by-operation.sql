-- Calls of each operation of each outside system in a quarter of an hour: a mean over a system hides the one operation that fails (decision 300).
-- Takes the place of `call_quarters`, which nobody reads any more; processes of the version before still add to it, a later migration drops it.
create table operation_quarters (
  id bigint generated always as identity unique,
  system text not null,
  operation text not null,
  quarter timestamptz not null,
  calls integer not null,
  failures integer not null,
  -- Of the calls that were answered, together.
  answered_ms bigint not null,
  primary key (system, operation, quarter)
);
insert into operation_quarters (system, operation, quarter, calls, failures, answered_ms)
select system, operation, date_bin('15 minutes', started_at, 'epoch'), count(*), count(*) filter (where outcome = 'unavailable'),
  coalesce(sum(duration_ms) filter (where outcome = 'ok'), 0)
from outside_calls where outcome in ('ok', 'unavailable') and started_at > now() - interval '7 days' group by 1, 2, 3;

-- The last success and the failures since then are looked for by operation.
drop index outside_calls_outcome;
create index outside_calls_outcome on outside_calls (system, operation, outcome, started_at desc);
