-- Changes of dated rows: proposed by one person and, where money hangs on them, applied by another. Nothing is overwritten.

create table reference_proposals (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  -- Which row of its kind: an insurer's code, a plan's, a circle's; empty where the kind has one row at a time.
  row_key text not null,
  -- `set`: the values from `effective_from` on; `end`: no such row from that day on.
  action text not null check (action in ('set', 'end')),
  effective_from date not null,
  change jsonb not null,
  -- What was in force until then; null for a new row. A revert proposes it again.
  before jsonb,
  needs_second boolean not null,
  state text not null check (state in ('proposed', 'applied', 'rejected')),
  reason text not null,
  reverts uuid references reference_proposals (id),
  proposed_by uuid not null references accounts (id),
  proposed_at timestamptz not null,
  decided_by uuid references accounts (id),
  decided_at timestamptz,
  decision_note text,
  check (state <> 'applied' or not needs_second or decided_by <> proposed_by)
);
create unique index reference_proposals_one_open on reference_proposals (kind, row_key) where state = 'proposed';
create index reference_proposals_of on reference_proposals (kind, proposed_at desc);

-- A circle that moves is a new row from a day on.
alter table control_points drop constraint control_points_pkey;
alter table control_points add primary key (code, active_from);
