-- What two people sign: the first says why and what exactly, the second sees the same and signs or refuses. A row is decided once.
create table signatures (
  id uuid primary key default gen_random_uuid(),
  -- 'refund' and whatever else two people sign; `subject` is the id of what it is about.
  kind text not null,
  subject text not null,
  -- What the first has signed, as it stood then: the second signs the same or nothing.
  facts jsonb not null,
  reason text not null,
  state text not null default 'waiting' check (state in ('waiting', 'signed', 'refused', 'withdrawn')),
  asked_by text not null,
  asked_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  note text not null default '',
  check ((state = 'waiting') = (decided_by is null)),
  check ((decided_by is null) = (decided_at is null)),
  check (state not in ('signed', 'refused') or decided_by <> asked_by),
  check (state <> 'withdrawn' or decided_by = asked_by)
);
create unique index signatures_one_waiting on signatures (kind, subject) where state = 'waiting';
create index signatures_of on signatures (kind, subject, asked_at desc);
create index signatures_waiting on signatures (asked_at) where state = 'waiting';
