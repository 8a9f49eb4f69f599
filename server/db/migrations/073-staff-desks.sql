-- The staff's desks: what was done with a claim and by whom, notes of calls, the inbox of contact messages, refunds to bank details.

alter table claims add column documents_on date;
comment on column claims.documents_on is 'the day the last missing document came: the working days count from it, else from submitted_on';

create table claim_events (
  id bigint generated always as identity primary key,
  claim_id text not null references claims (id),
  at timestamptz not null,
  -- 'client', 'staff:<account id>'.
  actor text not null,
  what text not null,
  note text not null default ''
);
create index claim_events_of on claim_events (claim_id, id);

alter table claim_requests add column actor text not null default '';
alter table claim_requests add column file_id uuid references files (id);

-- A message is about an order or about a claim.
alter table messages add column claim_id text references claims (id);
create index messages_of_claim on messages (claim_id) where claim_id is not null;

create table client_notes (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts (id),
  at timestamptz not null,
  actor text not null,
  text text not null
);
create index client_notes_of on client_notes (account_id, id);

alter table feedback add column state text not null default 'new' check (state in ('new', 'in_work', 'answered'));
alter table feedback add column handled_by text;
alter table feedback add column handled_at timestamptz;
alter table feedback add column note text not null default '';
create index feedback_by_state on feedback (state, created_at desc);

-- Money no payment of ours can take back goes to bank details that one of the staff writes down and another approves.
create table refund_details (
  refund_id text primary key references refunds (id),
  iban text not null check (iban ~ '^KZ[0-9A-Z]{18}$'),
  holder text not null,
  holder_iin text not null check (holder_iin ~ '^[0-9]{12}$'),
  entered_by text not null,
  entered_at timestamptz not null,
  approved_by text check (approved_by <> entered_by),
  approved_at timestamptz,
  paid_by text,
  paid_reference text,
  paid_at timestamptz,
  check ((approved_by is null) = (approved_at is null)),
  check ((paid_at is null) = (paid_by is null)),
  check (paid_at is null or approved_at is not null)
);

-- What staff did with an order and why; who looked is in the audit log alone.
create table order_acts (
  id bigint generated always as identity primary key,
  order_id text not null references orders (id),
  at timestamptz not null,
  actor text not null,
  action text not null,
  reason text not null default ''
);
create index order_acts_of on order_acts (order_id, id);

-- The papers a termination by staff rests on, in their words.
alter table policy_endings add column ground text not null default '';

-- What staff search by.
create index quotes_cars on quotes using gin ((facts -> 'vehicles') jsonb_path_ops);
create index orders_phone on orders (phone);
-- The status page asks for the last answer and the last failure of each system.
create index outside_calls_outcome on outside_calls (system, outcome, started_at desc);
