-- From a quote to papers: each state has one writer, each change a history row, money an append-only ledger.

create table quotes (
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null unique,
  request_hash bytea not null,
  buyer_iin text not null,
  promoter_iin text,
  kind text not null check (kind in ('new', 'prolong', 'reissue')),
  draft_number text not null unique,
  insurer_id integer not null references insurers (id),
  -- Everything the price was made from, as the registers gave it.
  facts jsonb not null,
  price jsonb not null,
  tables_version text not null references tariff_tables (version),
  insurance_premium integer not null check (insurance_premium > 0),
  ogpo_plus_premium integer not null default 0,
  commission integer not null,
  remaining_amount integer not null default 0,
  surcharge integer not null default 0,
  refund integer not null default 0,
  replaces_global_id text,
  position jsonb,
  reply jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index quotes_of on quotes (buyer_iin, created_at desc);

create sequence policy_numbers;

create table orders (
  id text primary key,
  calculation_id uuid not null unique references quotes (id),
  state text not null,
  -- The number we give the unified database: it finds the policy by it before setting a second one.
  number text not null unique,
  progress_key text not null unique,
  buyer_iin text not null,
  promoter_iin text,
  phone text not null,
  email text,
  locale text not null,
  source text not null,
  channel text not null,
  amount integer not null check (amount >= 0),
  insurance_premium integer not null,
  ogpo_plus_premium integer not null,
  commission integer not null,
  refund_due integer not null default 0,
  replaces_global_id text,
  accepted jsonb not null,
  start_date date not null,
  created_at timestamptz not null,
  paid_at timestamptz,
  issue_attempts integer not null default 0,
  next_attempt_at timestamptz,
  issue_error jsonb,
  papers_sent_at timestamptz
);
create index orders_of on orders (buyer_iin, created_at desc);
create index orders_by_state on orders (state, created_at) where state not in ('issued', 'refunded', 'cancelled', 'expired', 'rejected');

create table order_history (
  id bigint generated always as identity primary key,
  order_id text not null references orders (id),
  state text not null,
  at timestamptz not null,
  actor text not null,
  reason text not null
);
create index order_history_of on order_history (order_id, id);

create table payment_attempts (
  id text primary key,
  order_id text not null references orders (id),
  system text not null check (system in ('mobile_bank', 'card')),
  phone text,
  amount integer not null check (amount > 0),
  state text not null,
  outside_id text,
  redirect_url text,
  refund_reason text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index payment_attempts_one_live on payment_attempts (order_id) where state in ('created', 'awaiting');
create index payment_attempts_of on payment_attempts (order_id, created_at);
create index payment_attempts_open on payment_attempts (state, created_at) where state in ('created', 'awaiting', 'refunding');

create table payment_attempt_history (
  id bigint generated always as identity primary key,
  attempt_id text not null references payment_attempts (id),
  state text not null,
  at timestamptz not null,
  actor text not null,
  reason text not null
);
create index payment_attempt_history_of on payment_attempt_history (attempt_id, id);

create table policies (
  id uuid primary key default gen_random_uuid(),
  order_id text unique references orders (id),
  global_id text not null unique,
  esbd_policy_id text not null,
  number text not null,
  state text not null,
  policyholder_iin text not null,
  insurer_code text not null,
  start_date date not null,
  end_date date not null,
  premium integer not null,
  ogpo_plus_premium integer not null,
  facts jsonb not null,
  issued_at timestamptz not null,
  verified_at timestamptz not null,
  replaced_by text
);
create index policies_of on policies (policyholder_iin, end_date desc);

create table policy_history (
  id bigint generated always as identity primary key,
  policy_id uuid not null references policies (id),
  state text not null,
  at timestamptz not null,
  actor text not null,
  reason text not null
);
create index policy_history_of on policy_history (policy_id, id);

create table documents (
  uuid uuid primary key default gen_random_uuid(),
  policy_id uuid not null references policies (id),
  kind text not null check (kind in ('policy', 'covernote', 'slip', 'applicantForm')),
  locale text not null,
  file_name text not null,
  size integer not null,
  sha256 bytea not null,
  content bytea not null,
  created_at timestamptz not null,
  unique (policy_id, kind, locale)
);

create table ledger (
  id bigint generated always as identity primary key,
  key text not null unique,
  order_id text not null references orders (id),
  attempt_id text references payment_attempts (id),
  kind text not null check (kind in ('payment', 'premium', 'commission', 'ogpo_plus', 'refund_due', 'refund')),
  amount integer not null,
  at timestamptz not null
);
create index ledger_of on ledger (order_id, id);
create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;
create trigger ledger_append_only before update or delete on ledger for each row execute function ledger_is_append_only();

-- Refunds: of a late or second payment, of an order that could not be issued, of what a reissue leaves over.
create table refunds (
  id text primary key,
  order_id text not null references orders (id),
  -- The payment the money goes back to; null where the old payment was not ours, then staff need bank details.
  attempt_id text references payment_attempts (id),
  amount integer not null check (amount > 0),
  reason text not null,
  state text not null check (state in ('due', 'done', 'failed')),
  outside_id text,
  error text,
  created_at timestamptz not null,
  done_at timestamptz
);
create index refunds_open on refunds (state, created_at) where state <> 'done';
create index refunds_of on refunds (order_id);

create table messages (
  id text primary key,
  order_id text references orders (id),
  kind text not null check (kind in ('sms', 'mail')),
  purpose text not null,
  outside_id text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index messages_of on messages (order_id);

create table outside_calls (
  id bigint generated always as identity primary key,
  system text not null,
  operation text not null,
  key text,
  started_at timestamptz not null,
  duration_ms integer not null,
  attempts integer not null,
  outcome text not null,
  status integer,
  note text
);
create index outside_calls_key on outside_calls (key) where key is not null;
create index outside_calls_time on outside_calls (started_at);

create table positions (
  id bigint generated always as identity primary key,
  iin text,
  latitude double precision,
  longitude double precision,
  accuracy double precision,
  error text,
  error_code text,
  source text not null,
  at timestamptz not null
);

-- A change of an order wakes every process that somebody is watching it through.
create function order_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('order_changed', new.progress_key);
  return new;
end $$;
create trigger order_changed after update on orders for each row execute function order_changed();
