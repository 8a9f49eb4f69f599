-- No sale is copied outside of the database any more: a synchronous standby keeps it (decision 310).
drop table lost_finds, lost_searches, database_line;

-- What the unified database holds under our numbers otherwise than we do, found by the nightly question; a difference of the books for as long
-- as it is so. `policy`: one whose sale nobody here knows; `ended`: in force here, rescinded there.
create table registered_differences (
  global_id text not null,
  what text not null check (what in ('policy', 'ended')),
  number text not null,
  sale_id text,
  found_at timestamptz not null,
  primary key (global_id, what)
);
create index registered_differences_by_time on registered_differences (found_at);
