-- Payments, the append-only ledger, refunds, statements, closed months.

create table payment_attempts (
  id text primary key,
  order_id text not null,
  system text not null check (system in ('mobile_bank', 'card')),
  phone text,
  amount integer not null check (amount > 0),
  state text not null,
  outside_id text,
  redirect_url text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the bank was asked for the bill: from then on one may exist, whatever became of the
  -- answer.
  asked_at timestamptz,
  -- When the bank or the acquirer was last asked how it stands.
  checked_at timestamptz,
  -- 2. One table of payments. `order_id` is the order, or the subscription with the period that is
  -- paid.
  contract_id text not null,
  period integer not null default 0,
  way text not null default 'page' check (way in ('bill', 'page', 'saved_card')),
  card_id uuid,
  made_on date,
  failure text,
  constraint payment_attempts_contract foreign key (contract_id) references contracts(id)
);
-- A bill's number is of one attempt.
create index payment_attempts_bill on payment_attempts (outside_id) where (way = 'bill') and (outside_id is not null);
create index payment_attempts_closed on payment_attempts (created_at) where state = any (array['rejected', 'expired', 'error']);
create index payment_attempts_of on payment_attempts (order_id, period, created_at);
create index payment_attempts_of_card on payment_attempts (card_id) where card_id is not null;
create index payment_attempts_of_contract on payment_attempts (contract_id);
create unique index payment_attempts_one_live on payment_attempts (order_id, period) where state = any (array['created', 'awaiting']);
create index payment_attempts_open on payment_attempts (state, created_at) where state = any (array['created', 'awaiting', 'refunding']);

create table payment_attempt_history (
  id bigint generated always as identity primary key,
  attempt_id text not null references payment_attempts (id),
  state text not null,
  at timestamptz not null,
  actor text not null,
  reason text not null
);
create index payment_attempt_history_of on payment_attempt_history (attempt_id, id);

create table ledger (
  id bigint generated always as identity primary key,
  key text not null unique,
  order_id text not null,
  attempt_id text references payment_attempts (id),
  kind text not null check (kind in ('payment', 'premium', 'commission', 'ogpo_plus', 'returned', 'refund_due', 'refund', 'overdrawn', 'set_off')),
  amount integer not null,
  at timestamptz not null,
  contract_id text not null,
  debit text not null,
  credit text not null,
  currency text not null default 'KZT' check (currency = 'KZT'),
  constraint ledger_contract foreign key (contract_id) references contracts(id),
  constraint ledger_accounts check ((debit <> credit) and debit in ('mobile_bank', 'card', 'bank_details', 'partner', 'client', 'insurer', 'commission', 'refunds') and credit in ('mobile_bank', 'card', 'bank_details', 'partner', 'client', 'insurer', 'commission', 'refunds')),
  constraint ledger_amount check (amount > 0),
  constraint ledger_balances check (
case kind
    when 'payment' then (debit in ('mobile_bank', 'card') and (credit = 'client'))
    when 'premium' then (((debit = 'client') and (credit = 'insurer')) or ((debit = 'insurer') and (credit = 'client')))
    when 'ogpo_plus' then (((debit = 'client') and (credit = 'insurer')) or ((debit = 'insurer') and (credit = 'client')))
    when 'commission' then (((debit = 'insurer') and (credit = 'commission')) or ((debit = 'commission') and (credit = 'insurer')))
    when 'returned' then ((debit = 'insurer') and (credit = 'client'))
    when 'refund_due' then ((debit = 'client') and (credit = 'refunds'))
    when 'refund' then (debit in ('refunds', 'client') and credit in ('mobile_bank', 'card', 'bank_details', 'partner'))
    when 'overdrawn' then ((debit = 'client') and (credit = 'card'))
    when 'set_off' then ((debit = 'refunds') and (credit = 'client'))
    else false
end)
);
create index ledger_by_day on ledger (at, id) include (kind, amount, order_id, attempt_id);
create index ledger_of on ledger (order_id, id);
create index ledger_of_contract on ledger (contract_id);

-- Refunds: of a late or second payment, of an order that could not be issued, of what a reissue
-- leaves over.
create table refunds (
  id text primary key,
  order_id text not null,
  -- The payment the money goes back to; null where the old payment was not ours, then staff need
  -- bank details.
  attempt_id text references payment_attempts (id),
  amount integer not null check (amount > 0),
  reason text not null,
  state text not null check (state in ('due', 'done', 'failed')),
  outside_id text,
  error text,
  created_at timestamptz not null,
  done_at timestamptz,
  -- 3. Refunds, receipts, messages and acts of staff are about an order or a subscription by one
  -- column.
  contract_id text not null,
  -- A refund is written down before it is asked for: neither the acquirer nor the bank knows a key
  -- of ours, so what they list afterwards tells whether they heard.
  asked_at timestamptz,
  -- Their yes, which is not yet the money.
  accepted_at timestamptz,
  -- The numbers of what they listed before it was asked for: none of these is this refund.
  asked_lines text[] not null default '{}'::text[],
  -- The mobile bank has no key of ours for a bill or a refund: what was asked of it is written down
  -- before, and what it holds is asked before anything goes again. What could still be given back
  -- of the payment before this refund was asked, and how often it was.
  asked_rest numeric(14,2),
  asked_times integer not null default 0,
  constraint refunds_contract foreign key (contract_id) references contracts(id)
);
create index refunds_of on refunds (order_id);
create index refunds_of_attempt on refunds (attempt_id);
create index refunds_of_contract on refunds (contract_id);
create index refunds_open on refunds (state, created_at) where state <> 'done';
create index refunds_report on refunds (created_at desc, id desc);

-- Money no payment of ours can take back goes to bank details that one of the staff writes down and
-- another approves.
create table refund_details (
  refund_id text primary key references refunds (id),
  iban text not null check (iban ~ '^KZ[0-9A-Z]{18}$'),
  holder text not null,
  holder_iin text not null check (holder_iin ~ '^[0-9]{12}$'),
  entered_by text not null,
  entered_at timestamptz not null,
  approved_by text,
  approved_at timestamptz,
  paid_by text,
  paid_reference text,
  paid_at timestamptz,
  constraint refund_details_check check (approved_by <> entered_by),
  constraint refund_details_check1 check ((approved_by is null) = (approved_at is null)),
  constraint refund_details_check2 check ((paid_at is null) = (paid_by is null)),
  constraint refund_details_check3 check ((paid_at is null) or (approved_at is not null))
);

-- One receipt of the cash register per payment and per refund; the id is the ledger line's and the
-- register's own key.
create table fiscal_receipts (
  id text primary key,
  operation text not null check (operation in ('sale', 'return')),
  order_id text not null,
  amount integer not null check (amount > 0),
  state text not null default 'due' check (state in ('due', 'done', 'refused')),
  number text,
  url text,
  error text,
  created_at timestamptz not null,
  done_at timestamptz,
  way text not null default 'mobile_bank' check (way in ('mobile_bank', 'card')),
  tried_at timestamptz,
  -- How the register knows the receipt (its number, shift, time, whether it was made without a
  -- network): a return's receipt names its sale's.
  registered jsonb
);
create index fiscal_receipts_of on fiscal_receipts (order_id);
create index fiscal_receipts_open on fiscal_receipts (created_at) where state = 'due';

create table cards (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id),
  token text not null,
  outside_id text not null,
  masked_pan text not null,
  valid_to text not null,
  active boolean not null default false,
  added_at timestamptz not null,
  removed_at timestamptz,
  constraint cards_account_id_token_key unique (account_id, token)
);
create unique index cards_one_active on cards (account_id) where active and (removed_at is null);

-- What the bank and the acquirer say they paid out and took back, as imported; a file is imported
-- once.
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
  verdict text not null default 'unknown' check (verdict in ('matched', 'unknown', 'amount_differs', 'not_in_our_books', 'repeated')),
  -- A fee is a per cent of the payment and has tiyn; `fee` stays for processes that know no tiyn.
  fee_tiyn integer,
  primary key (statement_id, line)
);
create index statement_rows_day on statement_rows (day, statement_id, line);
create index statement_rows_key on statement_rows (key, operation);

-- A difference between our books and another's that somebody has settled: which one (its kind and
-- key), how, by whom. Of the money nothing is changed. `linked`: the payment of ours that a
-- statement's line was found to mean. `wait_until`: until this day it is no difference. Undone, the
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
  constraint settled_differences_check check ((how = 'linked') = (linked is not null)),
  constraint settled_differences_check1 check ((how = 'waits') = (wait_until is not null)),
  constraint settled_differences_check2 check ((undone_at is null) = (undone_by is null))
);
create unique index settled_differences_linked on settled_differences (linked) where (undone_at is null) and (linked is not null);
create unique index settled_differences_once on settled_differences (kind, key) where undone_at is null;

-- A month whose books are closed: no line of the ledger may be dated in it or before it any more.
create table closed_periods (
  month text primary key check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  -- The statement per insurer as it stood.
  figures jsonb not null,
  closed_at timestamptz not null,
  closed_by uuid not null references accounts (id),
  -- Who prepared a month that is closed; null for those closed before two people were asked for.
  prepared_by uuid references accounts (id),
  prepared_at timestamptz,
  constraint closed_by_two check ((prepared_by is null) or (prepared_by <> closed_by))
);

-- The first signature under a month: what was shown to whoever prepared it. Taken back or signed by
-- a second person the row is gone; the audit log keeps both acts.
create table prepared_periods (
  month text primary key check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  figures jsonb not null,
  prepared_at timestamptz not null,
  prepared_by uuid not null references accounts (id)
);

-- What insurers say of a month they were to be passed on, as it was written down; the last one
-- counts.
create table insurer_acts (
  id bigint generated always as identity primary key,
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  insurer_code text not null,
  amount integer not null,
  number text not null default '',
  recorded_at timestamptz not null,
  recorded_by uuid not null references accounts (id)
);
create index insurer_acts_of on insurer_acts (month, insurer_code, id desc);

-- What two people sign: the first says why and what exactly, the second sees the same and signs or
-- refuses. A row is decided once.
create table signatures (
  id uuid primary key default gen_random_uuid(),
  -- 'refund' and whatever else two people sign; `subject` is the id of what it is about.
  kind text not null,
  subject text not null,
  -- What the first has signed, as it stood then: the second signs the same or nothing.
  facts jsonb not null,
  reason text not null,
  state text not null default 'waiting' check (state in ('waiting', 'signed', 'refused', 'withdrawn')),
  asked_by text not null,
  asked_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  note text not null default '',
  constraint signatures_check check ((state = 'waiting') = (decided_by is null)),
  constraint signatures_check1 check ((decided_by is null) = (decided_at is null)),
  constraint signatures_check2 check ((state <> ALL (array['signed', 'refused'])) or (decided_by <> asked_by)),
  constraint signatures_check3 check ((state <> 'withdrawn') or (decided_by = asked_by))
);
create index signatures_of on signatures (kind, subject, asked_at desc);
create unique index signatures_one_waiting on signatures (kind, subject) where state = 'waiting';
create index signatures_waiting on signatures (asked_at) where state = 'waiting';

-- Money a partner gave back past us, by the partner's own number of it.
create table partner_refunds (
  partner text not null references partners (code),
  refund_id text not null,
  order_id text not null references orders (id),
  amount integer not null check (amount > 0),
  at timestamptz not null,
  primary key (partner, refund_id)
);

-- What a line of a statement is, by our books as they stand when it is read: a payment that is booked later is found without another import, and a
-- statement that is withdrawn takes its verdicts along. Of one system's lines with the same number of ours the first counts: the same movement in a
-- later file is known already, and another movement is a real second payment. `verdict` of the table is written no more.
create view judged_statement_rows as
select line.statement_id, line.line, line.day, line.operation, line.key, line.outside_id, line.amount,
  coalesce(line.fee_tiyn, line.fee * 100) as fee_tiyn, statements.system,
  case
    when exists (select from statement_rows as other join statements as earlier on earlier.id = other.statement_id
      where other.key = line.key and other.operation = line.operation and earlier.system = statements.system
        and (earlier.imported_at, earlier.id) < (statements.imported_at, statements.id) and other.amount = line.amount
        and other.outside_id = line.outside_id and (line.outside_id <> '' or other.day = line.day)) then 'known'
    when exists (select from statement_rows as other join statements as earlier on earlier.id = other.statement_id
      where other.key = line.key and other.operation = line.operation and earlier.system = statements.system
        and (earlier.imported_at, earlier.id, other.line) < (statements.imported_at, statements.id, line.line)
        -- The same movement with another sum is no second one: its sum differs.
        and (earlier.id = statements.id or other.outside_id <> line.outside_id or line.outside_id = '')) then 'repeated'
    when coalesce(attempt.amount, refund.amount) is null then 'unknown'
    when coalesce(attempt.amount, refund.amount) <> line.amount then 'amount_differs'
    when line.operation = 'refund' and refund.state = 'done' then 'matched'
    when line.operation = 'payment' and exists (select from ledger where ledger.key = 'payment:' || attempt.id) then 'matched'
    else 'not_in_our_books' end as verdict
from statement_rows as line join statements on statements.id = line.statement_id
left join payment_attempts as attempt on line.operation = 'payment' and attempt.id = line.key and attempt.system = statements.system
left join refunds as refund on line.operation = 'refund' and refund.id = line.key
  -- One that goes by bank details is in the bank's statement, whatever it was paid by.
  and (statements.system = 'mobile_bank' or exists (select from payment_attempts as paid
    where paid.id = refund.attempt_id and paid.system = statements.system));

create function contract_paid_in() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.amount <> old.amount or new.contract_id <> old.contract_id) then
    raise exception 'the sum of payment % stands', old.id;
  end if;
  if new.state in ('paid', 'refunding', 'refunded')
    and (tg_op = 'INSERT' or old.state not in ('paid', 'refunding', 'refunded')) then
    update contracts set paid_in = paid_in + new.amount where id = new.contract_id;
  end if;
  return null;
end $$;
create trigger contract_paid_in after insert or update on payment_attempts for each row execute function contract_paid_in();
create trigger sale_changed after insert on payment_attempts for each row when ((new.id <> (new.order_id || '-1'::text))) execute function sale_changed();
create trigger sale_changed_on after delete or update on payment_attempts for each row execute function sale_changed();

create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;
create trigger ledger_append_only before delete or update on ledger for each row execute function ledger_is_append_only();
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

create function contract_refunds() returns trigger language plpgsql as $$
declare
  given bigint;
  paid bigint;
begin
  if tg_op = 'UPDATE' then
    if new.amount <> old.amount or new.contract_id <> old.contract_id then
      raise exception 'the sum of refund % stands', old.id;
    end if;
    if (new.state = 'done') <> (old.state = 'done') then
      if old.state = 'done' then
        raise exception 'refund % has been given', old.id;
      end if;
      update contracts set refunds_open = refunds_open - new.amount, refunded = refunded + new.amount where id = new.contract_id;
    end if;
    return null;
  end if;
  update contracts set
    refunds_open = refunds_open + case when new.state = 'done' then 0 else new.amount end,
    refunded = refunded + case when new.state = 'done' then new.amount else 0 end
  where id = new.contract_id returning refunds_open + refunded, paid_in into given, paid;
  -- Also where the contract was irregular before: nothing more goes out of it than came in.
  if given > paid then
    raise exception 'refund % of contract % is more than was paid in', new.id, new.contract_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger contract_refunds after insert or update on refunds for each row execute function contract_refunds();
create trigger desk_changed after insert or update on refunds for each row execute function desk_changed('order_id');

create trigger desk_list_changed after insert on statements for each statement execute function desk_list_changed('closing');
create trigger desk_list_withdrawn after delete on statements for each statement execute function desk_list_changed('closing');

create trigger desk_list_changed after insert on closed_periods for each statement execute function desk_list_changed('closing');

create trigger desk_list_changed after insert or delete or update on prepared_periods for each statement execute function desk_list_changed('closing');

create trigger desk_list_changed after insert on insurer_acts for each statement execute function desk_list_changed('closing');

create trigger desk_changed after insert or update on signatures for each row execute function desk_changed('subject');
