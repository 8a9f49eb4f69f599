-- Rows that staff edit: insurers, tariffs, plans, partners, limits.

create extension if not exists pg_trgm with schema public;

create table insurers (
  id integer generated always as identity primary key,
  code text not null,
  name_kz text not null,
  name_ru text not null,
  esbd_system_id integer not null,
  middleman_contract text not null,
  accepts_bad_scoring boolean not null default false,
  sells_many_by_many boolean not null default true,
  correction_deviation numeric(4,3) not null default 0 check ((correction_deviation >= '-0.1'::numeric) and (correction_deviation <= 0.1)),
  sort integer not null default 100,
  sample boolean not null default true,
  effective_from date not null,
  effective_to date,
  -- Whether an insurer takes a code from an SMS as the signature under the applications of a claim.
  -- Staff change it with the other terms of the insurer.
  signs_claims_by_code boolean not null default true,
  constraint insurers_code_effective_from_key unique (code, effective_from)
);

create table commissions (
  id integer generated always as identity primary key,
  insurer_code text not null,
  product text not null check (product in ('ogpo', 'home')),
  -- The row's key, by which it is changed and proposed.
  code text generated always as (((insurer_code || '-'::text) || product)) stored not null,
  commission_percent numeric(5,2) not null check ((commission_percent >= (0)::numeric) and (commission_percent <= (100)::numeric)),
  sample boolean not null default true,
  effective_from date not null,
  effective_to date,
  -- Whether a commission goes back with the whole premium of a policy cancelled on its first day:
  -- by the contract with each insurer, from a day on. Until a contract says otherwise it does.
  returned_on_cancel boolean not null default true,
  constraint commissions_insurer_code_product_effective_from_key unique (insurer_code, product, effective_from)
);

create table ogpo_plus_rows (
  id integer generated always as identity primary key,
  payout integer not null check (payout > 0),
  premium integer not null check (premium > 0),
  sample boolean not null default true,
  effective_from date not null unique,
  effective_to date
);

create table tariff_tables (
  version text primary key,
  effective_from date not null,
  effective_to date not null,
  data jsonb not null,
  source text not null,
  created_at timestamptz not null default now(),
  constraint tariff_tables_check check (effective_from <= effective_to)
);

create table control_points (
  code text not null,
  name_kz text not null,
  name_ru text not null,
  latitude double precision not null,
  longitude double precision not null,
  radius_m integer not null default 200,
  invented boolean not null default true,
  active_from date not null,
  active_to date,
  primary key (code, active_from)
);

-- One row: the switch of the whole portal.
create table block_page (
  one boolean primary key default true check (one),
  is_blocked boolean not null,
  date_from timestamptz,
  date_to timestamptz,
  text text not null,
  actor text not null,
  saved_at timestamptz not null
);

create table settings (
  name text primary key,
  value jsonb not null,
  changed_at timestamptz not null default now()
);

-- The address register's homes as we suggest them: buildings, and flats with the building they are
-- in.
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
create index addresses_of_building on addresses (building_code, sort) where building_code is not null;
create index addresses_search on addresses using gin (search);

create table address_words (
  word text primary key
);
create index address_words_alike on address_words using gin (word gin_trgm_ops);

create table address_imports (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  finished_at timestamptz,
  homes integer not null default 0
);

create table partners (
  code text primary key check (code ~ '^[a-z][a-z0-9-]{1,30}$'),
  name_kz text not null,
  name_ru text not null,
  -- Tokens of web/ui/tokens.css for light and dark screens; only those the product knows are used.
  theme jsonb not null default '{}',
  -- The name of the shared secret in PARTNER_SECRETS; the secret itself never stands in the
  -- database.
  secret_ref text not null,
  webhook_url text not null check (webhook_url ~ '^https://'),
  -- Where a link may send the client back to.
  allowed_origins text[] not null default '{}'::text[],
  source text not null,
  refund_source text not null,
  active_from date not null,
  active_to date
);

-- What an administrator sets for a promoter, from a day on: policies of a day, and the promoter's
-- own pay as a part of the broker's commission. Null: none is set from that day on. The last row of
-- a day counts.
create table promoter_terms (
  id bigint generated always as identity primary key,
  account_id uuid not null,
  effective_from date not null,
  day_goal integer check ((day_goal >= 1) and (day_goal <= 200)),
  pay_percent numeric(5,2) check ((pay_percent > (0)::numeric) and (pay_percent <= (100)::numeric)),
  set_at timestamptz not null,
  set_by uuid not null
);
create index promoter_terms_of on promoter_terms (account_id, effective_from desc, id desc);

-- What a desk calls late or unusual, with days: minutes the oldest work of a queue may wait, and
-- how often one person may do an act in an hour. The first rows are guesses and marked so
-- (`sample`), as the other rows that nobody has confirmed.
create table queue_allowances (
  job text not null,
  minutes integer not null check ((minutes >= 1) and (minutes <= 10080)),
  effective_from date not null,
  effective_to date,
  sample boolean not null default true,
  primary key (job, effective_from)
);

create table unusual_acts (
  action text not null,
  per_hour integer not null check ((per_hour >= 1) and (per_hour <= 100000)),
  effective_from date not null,
  effective_to date,
  sample boolean not null default true,
  primary key (action, effective_from)
);

-- From which sum on two people decide that a claim is paid, by the day of the decision.
create table claim_signing_rows (
  id integer generated always as identity primary key,
  two_people_from integer not null check (two_people_from >= 0),
  sample boolean not null default true,
  effective_from date not null unique,
  effective_to date
);

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
  constraint home_plans_code_effective_from_key unique (code, effective_from)
);

create table reference_proposals (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  -- Which row of its kind: an insurer's code, a plan's, a circle's; empty where the kind has one
  -- row at a time.
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
  proposed_by uuid not null,
  proposed_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  decision_note text,
  constraint reference_proposals_check check ((state <> 'applied') or (not needs_second) or (decided_by <> proposed_by))
);
create index reference_proposals_of on reference_proposals (kind, proposed_at desc);
create unique index reference_proposals_one_open on reference_proposals (kind, row_key) where state = 'proposed';
