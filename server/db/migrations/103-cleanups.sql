-- What the daily clean-up took away, and what it searches by.

create table cleanups (
  day date primary key,
  started_at timestamptz not null,
  finished_at timestamptz,
  removed jsonb not null default '{}'
);
create index positions_at on positions (at);
create index screenings_at on screenings (at);
