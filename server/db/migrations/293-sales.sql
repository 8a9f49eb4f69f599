-- From a quote to a policy and its papers.

create sequence policy_numbers;

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
  "position" jsonb,
  reply jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  trace text
);
-- What the accountant's overview reads over a time, and differences of the books that people have
-- settled.
create index quotes_by_time on quotes (created_at);
-- What staff search by.
create index quotes_cars on quotes using gin (((facts -> 'vehicles')) jsonb_path_ops);
create index quotes_of on quotes (buyer_iin, created_at desc);

create table contracts (
  -- Of OGPO the id of its first order, of Home of its subscription.
  id text primary key,
  product text not null,
  opened_at timestamptz not null,
  -- Kept by triggers below, whole tenge: what came in, what is to go back (due or failed), what
  -- went back.
  paid_in bigint not null default 0,
  refunds_open bigint not null default 0,
  refunded bigint not null default 0,
  -- Set for a contract whose money is known to be wrong: people settle it.
  irregular boolean not null default false,
  constraint contracts_refunds_covered check (irregular or ((refunds_open >= 0) and ((refunded + refunds_open) <= paid_in)))
);

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
  papers_sent_at timestamptz,
  -- Since when the unified database may hold a policy of ours that we have no answer about; null:
  -- it surely holds none.
  set_asked_at timestamptz,
  -- How often it has answered SetPolicy itself with a Fault.
  issue_faults integer not null default 0,
  partner text references partners (code),
  partner_reference text,
  -- The insurer stands on the order itself, so that a report needs no join to filter, sort and add
  -- up.
  insurer_code text,
  trace text,
  -- 1. Contracts of what is there.
  contract_id text not null default '',
  -- The premium of the old policy that a reissue takes over, whole tenge; 0 where nothing is
  -- replaced.
  taken_over integer not null default 0 check (taken_over >= 0),
  constraint orders_contract foreign key (contract_id) references contracts(id)
);
create index orders_by_state on orders (state, created_at) where state <> ALL (array['issued', 'refunded', 'cancelled', 'expired', 'rejected']);
create index orders_of on orders (buyer_iin, created_at desc);
-- Empty until the trigger below fills it.
create index orders_of_contract on orders (contract_id);
create index orders_of_partner on orders (partner, created_at) where partner is not null;
create index orders_of_promoter_phone on orders (promoter_iin, phone) where promoter_iin is not null;
create index orders_paid on orders (paid_at) where paid_at is not null;
-- The sweep looks every few seconds for policies whose papers are missing or untold and for those
-- whose day has come: by what is open, never by reading every policy there has been.
create index orders_papers_unsent on orders (id) where (state = 'issued') and (papers_sent_at is null);
create index orders_phone on orders (phone);
-- The first serves pages by time and totals of a period from the index alone; the others a page of
-- a rare value.
create index orders_report on orders (created_at desc, id desc) include (state, source, insurer_code, promoter_iin, amount, insurance_premium, ogpo_plus_premium, commission);
create index orders_report_insurer on orders (insurer_code, created_at desc, id desc);
create index orders_report_promoter on orders (promoter_iin, created_at desc, id desc) where promoter_iin is not null;
create index orders_report_source on orders (source, created_at desc, id desc);
create index orders_report_state on orders (state, created_at desc, id desc);

create table order_history (
  id bigint generated always as identity primary key,
  order_id text not null references orders (id),
  state text not null,
  at timestamptz not null,
  actor text not null,
  reason text not null
);
create index order_history_of on order_history (order_id, id);

-- What staff did with an order and why; who looked is in the audit log alone.
create table order_acts (
  id bigint generated always as identity primary key,
  order_id text not null,
  at timestamptz not null,
  actor text not null,
  action text not null,
  reason text not null default ''
);
create index order_acts_of on order_acts (order_id, id);

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
  replaced_by text,
  promoter_iin text,
  kind text not null default 'ogpo' check (kind in ('ogpo', 'home')),
  contract_id text not null default '',
  period integer not null default 0,
  irregular boolean not null default false,
  constraint policies_contract foreign key (contract_id) references contracts(id)
);
create index policies_ending on policies (end_date) where state = 'active';
create index policies_in_force on policies (policyholder_iin) where state = any (array['active', 'pending']);
create index policies_of on policies (policyholder_iin, end_date desc);
create index policies_of_contract on policies (contract_id);
create index policies_of_promoter on policies (promoter_iin, end_date, id) where promoter_iin is not null;
create unique index policies_one_in_force on policies (contract_id, period) where (state = any (array['pending', 'active'])) and (not irregular);
create index policies_to_begin on policies (start_date) where state = 'pending';
create index policies_vehicles on policies using gin (((facts -> 'vehicles')) jsonb_path_ops);

create table policy_history (
  id bigint generated always as identity primary key,
  policy_id uuid not null references policies (id),
  state text not null,
  at timestamptz not null,
  actor text not null,
  reason text not null
);
create index policy_history_of on policy_history (policy_id, id);

create table policy_endings (
  id uuid primary key default gen_random_uuid(),
  policy_id uuid not null references policies (id),
  kind text not null check (kind in ('terminate', 'cancel')),
  reason text not null,
  state text not null check (state in ('calculated', 'accepted', 'done', 'dropped')),
  lines jsonb not null,
  refund integer not null check (refund >= 0),
  retained integer not null,
  retained_percent integer not null,
  elapsed_days integer not null,
  total_days integer not null,
  requested_on date not null,
  actor text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  done_at timestamptz,
  -- The papers a termination by staff rests on, in their words.
  ground text not null default ''
);
create unique index policy_endings_one on policy_endings (policy_id) where state = any (array['accepted', 'done']);
create index policy_endings_open on policy_endings (accepted_at) where state = 'accepted';

create table documents (
  uuid uuid primary key default gen_random_uuid(),
  policy_id uuid not null references policies (id),
  kind text not null check (kind in ('policy', 'covernote', 'slip', 'applicantForm', 'home')),
  locale text not null,
  file_name text not null,
  size integer not null,
  sha256 bytea not null,
  content bytea not null,
  created_at timestamptz not null,
  constraint documents_policy_id_kind_locale_key unique (policy_id, kind, locale)
);
alter table documents alter column content set storage external;

-- The address of a policy's pass for the wallet of a phone. A number of its own: a pass is shared
-- more easily than the policy's document, and must not open that. Made when it is first asked for;
-- a pass given before is asked for anew.
create table wallet_passes (
  uuid uuid primary key default gen_random_uuid(),
  policy_id uuid not null unique references policies (id)
);

-- A quote handed to the client to agree and pay on their own phone.
create table hand_offs (
  key text primary key,
  quote_id uuid not null unique references quotes (id),
  email text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  seen_at timestamptz,
  consented_at timestamptz
);

-- An unfinished sale, kept for a day under the id its device made. Deleted, its content is gone and
-- the id stays till the end of the day.
create table promoter_drafts (
  account_id uuid not null references accounts (id),
  id uuid not null,
  revision integer not null,
  title text not null,
  application_id uuid,
  content jsonb,
  saved_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, id)
);
create index promoter_drafts_of_application on promoter_drafts (application_id) where application_id is not null;
create index promoter_drafts_old on promoter_drafts (expires_at);

-- Quotes refused with 12010: the insurer reports another commission than our row.
create table commission_mismatches (
  insurer_code text not null,
  day date not null,
  ours numeric(5,2),
  theirs numeric(5,2),
  times integer not null,
  primary key (insurer_code, day)
);

-- What people have to settle: it is told and nothing is corrected.
create table contract_findings (
  contract_id text not null references contracts (id),
  finding text not null check (finding in ('refunded_more_than_paid', 'in_force_and_refunded', 'two_in_force', 'reissue_counted_twice', 'reissue_of_an_ended_policy', 'kept_differs')),
  -- What should be, and what is: whole tenge, of the finding's own sums.
  expected bigint not null,
  found bigint not null,
  found_at timestamptz not null default now(),
  settled_at timestamptz,
  settled_by text,
  note text,
  primary key (contract_id, finding)
);
create index contract_findings_open on contract_findings (found_at) where settled_at is null;

-- What people have to look at between us and the unified database: a premium it prices otherwise,
-- an end it has not taken. One row for one thing, however often it is found; settled when it is
-- over.
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
  settled_at timestamptz,
  -- What a price that differs stands on, as facts: staff read them in words. Null where nothing is
  -- priced, and of what was found before.
  basis jsonb
);
create index esbd_findings_open on esbd_findings (last_at) where settled_at is null;

-- What a partner has to be told, written with the change it tells of; each has one id however often
-- it is sent.
create table partner_events (
  id text primary key,
  partner text not null references partners (code),
  order_id text not null references orders (id),
  event text not null check (event in ('issued', 'failed', 'refunded')),
  payload jsonb not null,
  created_at timestamptz not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  delivered_at timestamptz,
  given_up_at timestamptz
);
create index partner_events_due on partner_events (next_attempt_at) where (delivered_at is null) and (given_up_at is null);

-- One opening of a partner's link. The nonce makes it one; the key is the client's way back to it
-- from the same browser.
create table partner_visits (
  id uuid primary key default gen_random_uuid(),
  partner text not null references partners (code),
  nonce text not null,
  key bytea not null unique,
  iin text,
  phone text,
  return_url text,
  -- The partner's own name of the visit, given back with every report.
  reference text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint partner_visits_partner_nonce_key unique (partner, nonce)
);

-- Why a sale was refused: which call, by which codes, of whom by a keyed digest alone. `person`:
-- the policyholder; `named`: everyone and every car the request named, the policyholder among them.
-- `subject`: our id of the application or calculation, by which the journal of outgoing calls knows
-- its lines. Nothing here is an IIN, a plate or a phone.
create table refused_sales (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  call text not null,
  actor text not null,
  person text not null,
  named text[] not null,
  findings jsonb not null,
  outside text,
  subject text,
  request text not null
);
create index refused_sales_at on refused_sales (at);
create index refused_sales_named on refused_sales using gin (named);

-- Calls that took longer than an answer may: what was asked, so that any process can go on with it,
-- and the answer for who asks again. Gone within the hour, and with the session that asked.
create table slow_answers (
  id uuid primary key default gen_random_uuid(),
  -- A digest of the call, who makes it and what is asked.
  key text not null unique,
  call text not null,
  token_hash bytea not null references tokens (hash) on delete cascade,
  -- As it came: the order of its fields is part of an application's digest.
  body json not null,
  locale text not null,
  request_id text not null,
  address text not null,
  device text not null,
  begun_at timestamptz not null default now(),
  answered_at timestamptz,
  told jsonb
);
create index slow_answers_token on slow_answers (token_hash);

-- Mailboxes and numbers that take no message, for good, as their gateway said last. A message that
-- arrives, or another address, ends it.
create table unreachable (
  kind text not null check (kind in ('sms', 'mail')),
  address text not null,
  refused_at timestamptz not null,
  primary key (kind, address)
);

create table messages (
  id text primary key,
  order_id text,
  kind text not null check (kind in ('sms', 'mail')),
  purpose text not null,
  outside_id text,
  created_at timestamptz not null,
  sent_at timestamptz,
  -- A message is about an order or about a claim.
  claim_id text,
  -- That a message or a receipt was asked for is known before its answer: after an unclear one the
  -- other side is asked and not told again.
  tried_at timestamptz,
  -- Why the gateway will never take it.
  refused text,
  account_change_id uuid references account_changes (id) on delete cascade
);
create index messages_of on messages (order_id);
create index messages_of_account_change on messages (account_change_id) where account_change_id is not null;
create index messages_of_claim on messages (claim_id) where claim_id is not null;
create index messages_unsent on messages (created_at) where sent_at is null;

create trigger desk_changed after update on orders for each row execute function desk_changed('id');
-- A change of an order wakes every process that somebody is watching it through.
create function order_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('order_changed', new.progress_key);
  return new;
end $$;
create trigger order_changed after update on orders for each row execute function order_changed();
-- An order that replaces nothing, and a subscription, open a contract of their own.
create function order_contract() returns trigger language plpgsql as $$
begin
  if new.contract_id = '' then
    insert into contracts (id, product, opened_at) values (new.id, 'ogpo', new.created_at);
    new.contract_id := new.id;
  end if;
  return new;
end $$;
create trigger order_contract before insert on orders for each row execute function order_contract();
create function order_insurer() returns trigger language plpgsql as $$
begin
  if new.insurer_code is null then
    select insurers.code into new.insurer_code
    from quotes join insurers on insurers.id = quotes.insurer_id where quotes.id = new.calculation_id;
  end if;
  return new;
end $$;
create trigger order_insurer before insert on orders for each row execute function order_insurer();

create trigger desk_changed after insert on order_acts for each row execute function desk_changed('order_id');

create function policy_contract() returns trigger language plpgsql as $$
begin
  if new.contract_id = '' then
    select contract_id into new.contract_id from orders where id = new.order_id;
  end if;
  return new;
end $$;
create trigger policy_contract before insert on policies for each row execute function policy_contract();
-- How a sale stands is kept by each process until it hears of a change. Orders, subscriptions and
-- refunds tell by `desk_changed`; here is whatever else those answers are made of. The
-- first attempt to pay comes with its order, which nobody asks about yet; of messages only the time
-- of sending is shown.
create function sale_changed() returns trigger language plpgsql as $$
declare
  sale text;
begin
  if tg_table_name = 'documents' then
    select coalesce(order_id, contract_id) into sale from policies where id = (case when tg_op = 'DELETE' then old.policy_id else new.policy_id end);
  elsif tg_table_name = 'policies' then
    sale := case when tg_op = 'DELETE' then coalesce(old.order_id, old.contract_id) else coalesce(new.order_id, new.contract_id) end;
  else
    sale := case when tg_op = 'DELETE' then old.order_id else new.order_id end;
  end if;
  if sale is not null then
    perform pg_notify('order_changed', 'desk:' || sale);
  end if;
  return null;
end $$;
create trigger sale_changed after insert or delete or update of order_id, contract_id, global_id, facts, start_date, end_date on policies for each row execute function sale_changed();

create trigger sale_changed after insert or delete on documents for each row execute function sale_changed();

create trigger sale_changed after update of sent_at on messages for each row when ((new.sent_at is not null)) execute function sale_changed();
