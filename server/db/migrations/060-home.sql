-- The Home subscription: plans as dated rows, what was asked for, the subscription, one charge per period, tries to charge, addresses.

create table home_plans (
  id integer generated always as identity primary key,
  code text not null,
  name_kz text not null,
  name_ru text not null,
  insurance_amount integer not null check (insurance_amount > 0),
  interior_finishing integer not null check (interior_finishing >= 0),
  neighbour_compensation integer not null check (neighbour_compensation >= 0),
  price_per_month integer not null check (price_per_month > 0),
  insurer_code text not null,
  sort integer not null default 100,
  sample boolean not null default true,
  effective_from date not null,
  effective_to date,
  unique (code, effective_from)
);

create table home_quotes (
  id uuid primary key default gen_random_uuid(),
  buyer_iin text not null,
  plan_id integer not null references home_plans (id),
  -- The home, the plan, the policyholder and the insurer as they stood.
  facts jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index home_quotes_of on home_quotes (buyer_iin, created_at desc);

create sequence home_numbers;

create table home_subscriptions (
  id text primary key,
  -- The number we give the unified database: it finds the contract by it before setting a second one.
  number text not null unique,
  calculation_id uuid not null unique references home_quotes (id),
  state text not null,
  account_id uuid not null references accounts (id),
  buyer_iin text not null,
  phone text,
  email text,
  locale text not null,
  source text not null,
  facts jsonb not null,
  monthly_payment integer not null check (monthly_payment > 0),
  commission integer not null check (commission >= 0),
  accepted jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  registered_at timestamptz,
  protection_from timestamptz,
  -- The first day of the first period: every later one begins on this date of its month.
  anchor date,
  paid_until date,
  -- The period to be charged next and its billing date; null when nothing will be charged any more.
  next_period integer not null default 0,
  next_billing_on date,
  policy_id uuid unique references policies (id),
  set_asked_at timestamptz,
  issue_attempts integer not null default 0,
  next_attempt_at timestamptz,
  issue_error jsonb
);
create index home_subscriptions_of on home_subscriptions (buyer_iin, created_at desc);
create index home_subscriptions_to_bill on home_subscriptions (next_billing_on) where next_billing_on is not null;
create index home_subscriptions_open on home_subscriptions (state, created_at) where state in ('awaiting_payment', 'paid');

create table home_subscription_history (
  id bigint generated always as identity primary key,
  subscription_id text not null references home_subscriptions (id),
  state text not null,
  at timestamptz not null,
  actor text not null,
  reason text not null
);
create index home_subscription_history_of on home_subscription_history (subscription_id, id);

-- One row per subscription and period: a period cannot be charged twice.
create table home_charges (
  id text primary key,
  subscription_id text not null references home_subscriptions (id),
  period integer not null check (period >= 0),
  state text not null,
  amount integer not null check (amount > 0),
  created_at timestamptz not null,
  unique (subscription_id, period)
);

create table home_charge_history (
  id bigint generated always as identity primary key,
  charge_id text not null references home_charges (id),
  state text not null,
  at timestamptz not null,
  actor text not null,
  reason text not null
);
create index home_charge_history_of on home_charge_history (charge_id, id);

-- A try to charge: the first payment on the acquirer's page, later ones by the bound card. Its id is the acquirer's order number.
create table home_attempts (
  id text primary key,
  charge_id text not null references home_charges (id),
  way text not null check (way in ('page', 'card')),
  card_id uuid references cards (id),
  amount integer not null check (amount > 0),
  state text not null,
  made_on date not null,
  asked_at timestamptz,
  checked_at timestamptz,
  outside_id text,
  redirect_url text,
  failure text,
  refund_reason text,
  refund_error text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index home_attempts_one_live on home_attempts (charge_id) where state in ('created', 'awaiting');
create index home_attempts_of on home_attempts (charge_id, created_at);
create index home_attempts_open on home_attempts (state, created_at) where state in ('created', 'awaiting', 'refunding');

create table home_attempt_history (
  id bigint generated always as identity primary key,
  attempt_id text not null references home_attempts (id),
  state text not null,
  at timestamptz not null,
  actor text not null,
  reason text not null
);
create index home_attempt_history_of on home_attempt_history (attempt_id, id);

-- One ledger for both products; a line is about an order or about a Home subscription.
alter table ledger alter column order_id drop not null;
alter table ledger add column home_id text references home_subscriptions (id);
alter table ledger add constraint ledger_about_one check (num_nonnulls(order_id, home_id) = 1);
create index ledger_of_home on ledger (home_id, id) where home_id is not null;

alter table messages add column home_id text references home_subscriptions (id);
create index messages_of_home on messages (home_id) where home_id is not null;

alter table policies add column kind text not null default 'ogpo' check (kind in ('ogpo', 'home'));
alter table claims add column property_address text;
alter table documents drop constraint documents_kind_check;
alter table documents add constraint documents_kind_check check (kind in ('policy', 'covernote', 'slip', 'applicantForm', 'home'));

-- The address register's homes as we suggest them: buildings, and flats with the building they are in.
create table addresses (
  code text primary key check (code ~ '^[0-9]{16}$'),
  building_code text,
  text_kz text not null,
  text_ru text not null,
  -- Both languages in lower case: what a person may type.
  search tsvector not null,
  sort text not null,
  imported_at timestamptz not null
);
create index addresses_search on addresses using gin (search);
create index addresses_of_building on addresses (building_code, sort) where building_code is not null;
create table address_imports (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  finished_at timestamptz,
  homes integer not null default 0
);
