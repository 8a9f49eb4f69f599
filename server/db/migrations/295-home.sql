-- The monthly subscription of a home.

create sequence home_numbers;

create table home_quotes (
  id uuid primary key default gen_random_uuid(),
  buyer_iin text not null,
  plan_id integer not null references home_plans (id),
  -- The home, the plan, the policyholder and the insurer as they stood.
  facts jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index home_quotes_by_time on home_quotes (created_at);
create index home_quotes_of on home_quotes (buyer_iin, created_at desc);

create table home_subscriptions (
  id text primary key,
  -- The number we give the unified database: it finds the contract by it before setting a second
  -- one.
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
  issue_error jsonb,
  -- When the card of the first payment was found in the acquirer's list: until then a job looks for
  -- it.
  card_kept_at timestamptz,
  contract_until date,
  trace text
);
create index home_subscriptions_again on home_subscriptions (next_attempt_at) where next_attempt_at is not null;
create index home_subscriptions_of on home_subscriptions (buyer_iin, created_at desc);
create index home_subscriptions_open on home_subscriptions (state, created_at) where state = any (array['awaiting_payment', 'paid']);
create index home_subscriptions_past_contract on home_subscriptions (paid_until) where paid_until > contract_until;
create index home_subscriptions_report on home_subscriptions (created_at desc, id desc);
create index home_subscriptions_to_bill on home_subscriptions (next_billing_on) where next_billing_on is not null;

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
  constraint home_charges_subscription_id_period_key unique (subscription_id, period)
);
-- A month of a subscription is a line of the orders' report.
create index home_charges_report on home_charges (created_at desc, id desc);

create table home_charge_history (
  id bigint generated always as identity primary key,
  charge_id text not null references home_charges (id),
  state text not null,
  at timestamptz not null,
  actor text not null,
  reason text not null
);
create index home_charge_history_of on home_charge_history (charge_id, id);

create table home_contracts (
  subscription_id text not null references home_subscriptions (id),
  -- 0 for the first year.
  year integer not null check (year >= 0),
  number text not null unique,
  policy_id uuid not null unique references policies (id),
  start_date date not null,
  end_date date not null,
  registered_at timestamptz not null,
  -- A contract on a home ends in the unified database when its cover does, not with its year:
  -- recorded with the end of the cover, asked for until it is done.
  rescind_on date,
  rescind_asked_at timestamptz,
  rescind_next_at timestamptz,
  rescind_attempts integer not null default 0,
  rescinded_at timestamptz,
  primary key (subscription_id, year),
  constraint home_contracts_check check (start_date <= end_date)
);
create index home_contracts_to_rescind on home_contracts (rescind_next_at) where (rescind_on is not null) and (rescinded_at is null);

create trigger desk_changed after update on home_subscriptions for each row execute function desk_changed('id', 'account_id');
create function subscription_contract() returns trigger language plpgsql as $$
begin
  insert into contracts (id, product, opened_at) values (new.id, 'home', new.created_at);
  return new;
end $$;
create trigger subscription_contract before insert on home_subscriptions for each row execute function subscription_contract();
