-- What the accountant's reports read, at any size; imported statements, closed periods, fiscal receipts.

-- The insurer stands on the order itself, so that a report needs no join to filter, sort and add up.
alter table orders add column insurer_code text;
create function order_insurer() returns trigger language plpgsql as $$
begin
  if new.insurer_code is null then
    select insurers.code into new.insurer_code
    from quotes join insurers on insurers.id = quotes.insurer_id where quotes.id = new.calculation_id;
  end if;
  return new;
end $$;
create trigger order_insurer before insert on orders for each row execute function order_insurer();
update orders set insurer_code = insurers.code
from quotes join insurers on insurers.id = quotes.insurer_id where quotes.id = orders.calculation_id;

-- The first serves pages by time and totals of a period from the index alone; the others a page of a rare value.
create index orders_report on orders (created_at desc, id desc)
  include (state, source, insurer_code, promoter_iin, amount, insurance_premium, ogpo_plus_premium, commission);
create index orders_report_state on orders (state, created_at desc, id desc);
create index orders_report_source on orders (source, created_at desc, id desc);
create index orders_report_insurer on orders (insurer_code, created_at desc, id desc);
create index orders_report_promoter on orders (promoter_iin, created_at desc, id desc) where promoter_iin is not null;
create index orders_paid on orders (paid_at) where paid_at is not null;

-- The same for claims: what their policy's order says.
alter table claims add column insurer_code text;
alter table claims add column source text;
alter table claims add column promoter_iin text;
create function claim_origin() returns trigger language plpgsql as $$
begin
  select coalesce(new.insurer_code, policies.insurer_code), coalesce(new.source, orders.source), coalesce(new.promoter_iin, orders.promoter_iin)
  into new.insurer_code, new.source, new.promoter_iin
  from policies left join orders on orders.id = policies.order_id where policies.id = new.policy_id;
  return new;
end $$;
create trigger claim_origin before insert on claims for each row execute function claim_origin();
update claims set insurer_code = policies.insurer_code, source = orders.source, promoter_iin = orders.promoter_iin
from policies left join orders on orders.id = policies.order_id where policies.id = claims.policy_id;
create index claims_report on claims (created_at desc, id desc) include (state, insurer_code, source, promoter_iin);
create index claims_report_state on claims (state, created_at desc, id desc);
create index claims_report_insurer on claims (insurer_code, created_at desc, id desc);

create index ledger_by_day on ledger (at, id) include (kind, amount, order_id, attempt_id);
create index refunds_report on refunds (created_at desc, id desc);

-- A month whose books are closed: no line of the ledger may be dated in it or before it any more.
create table closed_periods (
  month text primary key check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  -- The statement per insurer as it stood.
  figures jsonb not null,
  closed_at timestamptz not null,
  closed_by uuid not null references accounts (id)
);
create function ledger_period_is_open() returns trigger language plpgsql as $$
declare
  of_line text := to_char((new.at at time zone 'UTC') + interval '5 hours', 'YYYY-MM');
begin
  -- Whoever closes a month waits for the lines being written, and they for it.
  perform pg_advisory_xact_lock_shared(hashtextextended('ledger-period', 0));
  if exists (select 1 from closed_periods where month >= of_line) then
    raise exception 'the books of % are closed', of_line;
  end if;
  return new;
end $$;
create trigger ledger_period_is_open before insert on ledger for each row execute function ledger_period_is_open();

-- What the bank and the acquirer say they paid out and took back, as imported; a file is imported once.
create table statements (
  id uuid primary key default gen_random_uuid(),
  system text not null check (system in ('mobile_bank', 'card')),
  file_name text not null,
  sha256 bytea not null unique,
  day_from date not null,
  day_to date not null,
  row_count integer not null,
  imported_at timestamptz not null,
  imported_by uuid not null references accounts (id)
);
create table statement_rows (
  statement_id uuid not null references statements (id),
  line integer not null,
  day date not null,
  operation text not null check (operation in ('payment', 'refund')),
  -- Our own id, as they were given it: of the payment attempt or of the refund.
  key text not null,
  outside_id text not null,
  amount integer not null check (amount > 0),
  fee integer not null default 0,
  verdict text not null check (verdict in ('matched', 'unknown', 'amount_differs', 'not_in_our_books', 'repeated')),
  primary key (statement_id, line)
);
create index statement_rows_unmatched on statement_rows (day, statement_id, line) where verdict <> 'matched';
create index statement_rows_key on statement_rows (key, operation);

-- One receipt of the cash register per payment and per refund; the id is the ledger line's and the register's own key.
create table fiscal_receipts (
  id text primary key,
  operation text not null check (operation in ('sale', 'return')),
  order_id text not null references orders (id),
  attempt_id text references payment_attempts (id),
  amount integer not null check (amount > 0),
  state text not null default 'due' check (state in ('due', 'done', 'refused')),
  number text,
  url text,
  error text,
  created_at timestamptz not null,
  done_at timestamptz
);
create index fiscal_receipts_open on fiscal_receipts (created_at) where state = 'due';
create index fiscal_receipts_of on fiscal_receipts (order_id);

-- Quotes refused with 12010: the insurer reports another commission than our row.
create table commission_mismatches (
  insurer_code text not null,
  day date not null,
  ours numeric(5, 2) not null,
  theirs numeric(5, 2),
  times integer not null,
  primary key (insurer_code, day)
);
