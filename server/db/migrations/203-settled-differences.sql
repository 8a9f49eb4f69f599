-- What the accountant's overview reads over a time, and differences of the books that people have settled.
create index quotes_by_time on quotes (created_at);
create index home_quotes_by_time on home_quotes (created_at);

-- A difference between our books and another's that somebody has settled: which one (its kind and key), how, by whom. Of the money nothing is
-- changed. `linked`: the payment of ours that a statement's line was found to mean. `wait_until`: until this day it is no difference. Undone, the
-- row stays and the difference is back.
create table settled_differences (
  id bigint generated always as identity primary key,
  kind text not null,
  key text not null,
  how text not null check (how in ('linked', 'accepted', 'extra', 'waits')),
  linked text references payment_attempts (id),
  wait_until date,
  note text not null default '',
  settled_at timestamptz not null,
  settled_by uuid not null references accounts (id),
  undone_at timestamptz,
  undone_by uuid references accounts (id),
  check ((how = 'linked') = (linked is not null)),
  check ((how = 'waits') = (wait_until is not null)),
  check ((undone_at is null) = (undone_by is null))
);
create unique index settled_differences_once on settled_differences (kind, key) where undone_at is null;
create unique index settled_differences_linked on settled_differences (linked) where undone_at is null and linked is not null;
