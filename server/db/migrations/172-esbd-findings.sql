-- What people have to look at between us and the unified database: a premium it prices otherwise, an end it has not taken. One row for one thing,
-- however often it is found; settled when it is over.
create table esbd_findings (
  key text primary key,
  kind text not null check (kind in ('price', 'rescinding')),
  -- An order, a subscription, or the application that was calculated.
  about text not null,
  ours integer,
  theirs integer,
  -- The rows that the price stands on, without people's or cars' numbers.
  rows jsonb not null,
  note text not null,
  times integer not null,
  found_at timestamptz not null,
  last_at timestamptz not null,
  settled_at timestamptz
);
create index esbd_findings_open on esbd_findings (last_at) where settled_at is null;

-- A contract on a home ends in the unified database when its cover does, not with its year: recorded with the end of the cover, asked for until
-- it is done.
alter table home_contracts add column rescind_on date;
alter table home_contracts add column rescind_asked_at timestamptz;
alter table home_contracts add column rescind_next_at timestamptz;
alter table home_contracts add column rescind_attempts integer not null default 0;
alter table home_contracts add column rescinded_at timestamptz;
create index home_contracts_to_rescind on home_contracts (rescind_next_at) where rescind_on is not null and rescinded_at is null;

-- Those left in force there until now.
update home_contracts set rescind_on = (now() at time zone 'Asia/Almaty')::date
from policies
where policies.id = home_contracts.policy_id and policies.state = 'ended' and home_contracts.end_date > (now() at time zone 'Asia/Almaty')::date;
