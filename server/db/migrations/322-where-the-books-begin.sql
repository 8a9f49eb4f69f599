-- Where the books begin: the first month, and what stood at its morning. One proposes, another signs; a signed
-- start is superseded by a later one while no month is closed. Whose books began before anybody was asked has
-- nobody's name.
create table books_starts (
  id uuid primary key default gen_random_uuid(),
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  -- Where the balances are taken from: the former program's sheet and its day.
  source text not null,
  -- What is left to the broker, as that source says; the balances must come to it.
  ours bigint not null,
  -- Why a signed start is changed; empty for the first.
  reason text not null default '',
  state text not null check (state in ('waiting', 'signed', 'withdrawn')),
  asked_by uuid references accounts (id),
  asked_at timestamptz not null,
  decided_by uuid references accounts (id),
  decided_at timestamptz,
  constraint books_starts_decided check ((state = 'waiting') = (decided_at is null)),
  constraint books_starts_by_two check (state <> 'signed' or asked_by is null or (decided_by is not null and decided_by <> asked_by))
);
create unique index books_starts_one_waiting on books_starts (state) where state = 'waiting';
create index books_starts_signed on books_starts (decided_at desc) where state = 'signed';

-- Lines of the first month that no contract of ours made: they stand beside the ledger, whose lines are of
-- contracts. `subject`: the insurer, the way of payment, or what the money is called.
create table opening_balances (
  start_id uuid not null references books_starts (id),
  kind text not null check (kind in ('account', 'waiting', 'prepaid', 'debt', 'refunds')),
  subject text not null,
  amount bigint not null check (amount > 0),
  -- What confirms it: a statement, an act.
  proof text not null default '',
  primary key (start_id, kind, subject)
);

create function opening_balances_stand() returns trigger language plpgsql as $$
begin
  raise exception 'the opening balances are append-only';
end $$;
create trigger opening_balances_append_only before delete or update on opening_balances
  for each row execute function opening_balances_stand();

create trigger desk_list_changed after insert or update on books_starts for each statement execute function desk_list_changed('closing');

-- Books with a closed month have begun with the first of them.
insert into books_starts (month, source, ours, state, asked_at, decided_at)
select min(month), '', 0, 'signed', min(closed_at), min(closed_at) from closed_periods having count(*) > 0;
