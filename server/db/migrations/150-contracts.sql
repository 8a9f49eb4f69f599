-- One owner for a policy's money: a contract is a policy with everything that replaced it or was replaced by it, or a Home
-- subscription with its periods (decision 150). Payments, refunds and the ledger of all products stand in the same tables; the database
-- holds the last line of defence. What the old books had wrong is named in contract_findings and nowhere corrected.

create table contracts (
  -- Of OGPO the id of its first order, of Home of its subscription.
  id text primary key,
  product text not null,
  opened_at timestamptz not null,
  -- Kept by triggers below, whole tenge: what came in, what is to go back (due or failed), what went back.
  paid_in bigint not null default 0,
  refunds_open bigint not null default 0,
  refunded bigint not null default 0,
  -- Set by this migration for a contract whose money was already wrong: people settle it.
  irregular boolean not null default false,
  constraint contracts_refunds_covered check (irregular or (refunds_open >= 0 and refunded + refunds_open <= paid_in))
);

-- 1. Contracts of what is there.
alter table orders add column contract_id text;
update orders set contract_id = id;
do $$
declare
  moved bigint;
begin
  loop
    update orders set contract_id = before.contract_id
    from policies join orders as before on before.id = policies.order_id
    where orders.replaces_global_id = policies.global_id and orders.contract_id <> before.contract_id;
    get diagnostics moved = row_count;
    exit when moved = 0;
  end loop;
end $$;
insert into contracts (id, product, opened_at) select id, 'ogpo', created_at from orders where contract_id = id;
insert into contracts (id, product, opened_at) select id, 'home', created_at from home_subscriptions;
-- Empty until the trigger below fills it.
alter table orders alter column contract_id set default '', alter column contract_id set not null;
alter table orders add constraint orders_contract foreign key (contract_id) references contracts (id);
create index orders_of_contract on orders (contract_id);

-- The premium of the old policy that a reissue takes over, whole tenge; 0 where nothing is replaced.
alter table orders add column taken_over integer not null default 0 check (taken_over >= 0);
update orders set taken_over = quotes.remaining_amount from quotes where quotes.id = orders.calculation_id and quotes.remaining_amount > 0;

alter table policies add column contract_id text;
alter table policies add column period integer not null default 0;
alter table policies add column irregular boolean not null default false;
update policies set contract_id = orders.contract_id from orders where orders.id = policies.order_id;
update policies set contract_id = home_contracts.subscription_id, period = home_contracts.year
from home_contracts where home_contracts.policy_id = policies.id;
alter table policies alter column contract_id set default '', alter column contract_id set not null;
alter table policies add constraint policies_contract foreign key (contract_id) references contracts (id);
create index policies_of_contract on policies (contract_id);
-- Two in force of one contract: only the newest stays what it says, the others are named and left.
update policies set irregular = true where state in ('pending', 'active') and exists (
  select from policies as newer where newer.contract_id = policies.contract_id and newer.period = policies.period
    and newer.state in ('pending', 'active') and newer.id <> policies.id and (newer.issued_at, newer.id) > (policies.issued_at, policies.id));
create unique index policies_one_in_force on policies (contract_id, period) where state in ('pending', 'active') and not irregular;

-- 2. One table of payments. `order_id` is the order, or the subscription with the period that is paid.
alter table payment_attempts drop constraint payment_attempts_order_id_fkey;
alter table payment_attempts add column contract_id text;
alter table payment_attempts add column period integer not null default 0;
alter table payment_attempts add column way text not null default 'page' check (way in ('bill', 'page', 'saved_card'));
alter table payment_attempts add column card_id uuid references cards (id);
alter table payment_attempts add column made_on date;
alter table payment_attempts add column failure text;
update payment_attempts set contract_id = orders.contract_id, way = case system when 'card' then 'page' else 'bill' end
from orders where orders.id = payment_attempts.order_id;
drop index payment_attempts_one_live;
insert into payment_attempts (id, contract_id, order_id, period, system, way, card_id, made_on, amount, state, outside_id, redirect_url,
  failure, refund_reason, asked_at, checked_at, created_at, expires_at)
select home_attempts.id, subscription_id, subscription_id, period, 'card', case way when 'page' then 'page' else 'saved_card' end, card_id,
  made_on, home_attempts.amount, home_attempts.state, outside_id, redirect_url, failure, refund_reason, asked_at, checked_at,
  home_attempts.created_at, expires_at
from home_attempts join home_charges on home_charges.id = home_attempts.charge_id;
alter table payment_attempts alter column contract_id set not null;
alter table payment_attempts add constraint payment_attempts_contract foreign key (contract_id) references contracts (id);
alter table payment_attempts drop column refund_reason;
drop index payment_attempts_of;
create index payment_attempts_of on payment_attempts (order_id, period, created_at);
create index payment_attempts_of_contract on payment_attempts (contract_id);
create index payment_attempts_of_card on payment_attempts (card_id) where card_id is not null;
create unique index payment_attempts_one_live on payment_attempts (order_id, period) where state in ('created', 'awaiting');
insert into payment_attempt_history (attempt_id, state, at, actor, reason)
select attempt_id, state, at, actor, reason from home_attempt_history order by id;

-- 3. Refunds, receipts, messages and acts of staff are about an order or a subscription by one column.
alter table refunds drop constraint refunds_about_one;
alter table refunds drop constraint refunds_order_id_fkey;
alter table refunds add column contract_id text;
update refunds set order_id = home_id, attempt_id = home_attempt_id where home_id is not null;
update refunds set contract_id = coalesce((select contract_id from orders where orders.id = refunds.order_id), refunds.order_id);
alter table refunds drop column home_id, drop column home_attempt_id;
alter table refunds alter column contract_id set not null, alter column order_id set not null;
alter table refunds add constraint refunds_contract foreign key (contract_id) references contracts (id);
create index refunds_of_contract on refunds (contract_id);

alter table fiscal_receipts drop constraint fiscal_receipts_about_one;
alter table fiscal_receipts drop constraint fiscal_receipts_order_id_fkey;
update fiscal_receipts set order_id = home_id where home_id is not null;
alter table fiscal_receipts drop column home_id, drop column attempt_id;
alter table fiscal_receipts alter column order_id set not null;

alter table messages drop constraint messages_order_id_fkey;
update messages set order_id = home_id where home_id is not null;
alter table messages drop column home_id;

alter table order_acts drop constraint order_acts_about_one;
alter table order_acts drop constraint order_acts_order_id_fkey;
update order_acts set order_id = home_id where home_id is not null;
alter table order_acts drop column home_id;
alter table order_acts alter column order_id set not null;

-- 4. Double entry. A posting is one row with the account it comes out of (credit) and the one it goes to (debit), so that the sum over all
-- accounts is zero by construction. Amounts are positive; what used to be a negative refund is the same sum the other way.
drop trigger ledger_append_only on ledger;
alter table ledger drop constraint ledger_about_one;
alter table ledger drop constraint ledger_order_id_fkey;
alter table ledger drop constraint ledger_kind_check;
alter table ledger add column contract_id text;
alter table ledger add column debit text;
alter table ledger add column credit text;
alter table ledger add column currency text not null default 'KZT' check (currency = 'KZT');
update ledger set
  order_id = coalesce(ledger.order_id, ledger.home_id),
  attempt_id = coalesce(ledger.attempt_id, case when ledger.home_id is not null and ledger.kind = 'payment'
    then substr(ledger.key, length('payment:') + 1) when ledger.home_id is not null and ledger.kind = 'refund'
    then substr(ledger.key, length('refund:') + 1) end),
  contract_id = coalesce((select orders.contract_id from orders where orders.id = ledger.order_id), ledger.home_id),
  -- What was called due to the client for an ended policy or a reissue came out of what the insurer was to get.
  kind = case ledger.kind when 'refund_due' then 'returned' else ledger.kind end,
  amount = abs(ledger.amount),
  debit = case ledger.kind
    when 'payment' then coalesce((select system from payment_attempts where id = ledger.attempt_id), 'card')
    when 'commission' then 'insurer' when 'refund_due' then 'insurer' else 'client' end,
  credit = case ledger.kind
    when 'payment' then 'client' when 'commission' then 'commission' when 'refund_due' then 'client'
    when 'refund' then case when ledger.key like 'refund:%-partner-%' then 'partner'
      when exists (select from refund_details where paid_at is not null
        and refund_id in (substr(ledger.key, length('refund:') + 1), 'R-' || substr(ledger.key, length('refund:') + 1))) then 'bank_details'
      else coalesce((select system from payment_attempts where id = ledger.attempt_id),
        case when ledger.home_id is not null then 'card' else 'bank_details' end) end
    else 'insurer' end;
alter table ledger drop column home_id;
alter table ledger alter column contract_id set not null, alter column order_id set not null;
alter table ledger alter column debit set not null, alter column credit set not null;
alter table ledger add constraint ledger_contract foreign key (contract_id) references contracts (id);
alter table ledger add constraint ledger_kind_check
  check (kind in ('payment', 'premium', 'commission', 'ogpo_plus', 'returned', 'refund_due', 'refund'));
alter table ledger add constraint ledger_accounts check (
  debit <> credit
  and debit in ('mobile_bank', 'card', 'bank_details', 'partner', 'client', 'insurer', 'commission', 'refunds')
  and credit in ('mobile_bank', 'card', 'bank_details', 'partner', 'client', 'insurer', 'commission', 'refunds'));
alter table ledger add constraint ledger_amount check (amount > 0);
create index ledger_of_contract on ledger (contract_id);
-- Which accounts a kind of posting is between is the meaning of the kind: any other row is refused.
alter table ledger add constraint ledger_balances check (case kind
  when 'payment' then debit in ('mobile_bank', 'card') and credit = 'client'
  when 'premium' then (debit, credit) in (('client', 'insurer'), ('insurer', 'client'))
  when 'ogpo_plus' then (debit, credit) in (('client', 'insurer'), ('insurer', 'client'))
  when 'commission' then (debit, credit) in (('insurer', 'commission'), ('commission', 'insurer'))
  when 'returned' then (debit, credit) = ('insurer', 'client')
  when 'refund_due' then (debit, credit) = ('client', 'refunds')
  when 'refund' then debit in ('refunds', 'client') and credit in ('mobile_bank', 'card', 'bank_details', 'partner')
  else false end);
-- Refunds still open will be posted out of the account of refunds: they are put there now.
insert into ledger (key, contract_id, order_id, attempt_id, kind, debit, credit, amount, at)
select 'refund_due:' || id, contract_id, order_id, attempt_id, 'refund_due', 'client', 'refunds', amount, now() from refunds
where state <> 'done';
create trigger ledger_append_only before update or delete on ledger for each row execute function ledger_is_append_only();

drop table home_attempt_history;
drop table home_attempts;

-- 5. What was paid in and what is to go back, summed up on the contract's row, whose lock every writer waits for.
update contracts set paid_in = sums.paid from (
  select contract_id, sum(amount) as paid from payment_attempts where state in ('paid', 'refunding', 'refunded') group by 1) as sums
where sums.contract_id = contracts.id;
update contracts set irregular = true from (
  select contract_id, sum(amount) as back from refunds group by 1) as sums
where sums.contract_id = contracts.id and sums.back > contracts.paid_in;
update contracts set refunds_open = sums.open, refunded = sums.done from (
  select contract_id, coalesce(sum(amount) filter (where state <> 'done'), 0) as open,
    coalesce(sum(amount) filter (where state = 'done'), 0) as done from refunds group by 1) as sums
where sums.contract_id = contracts.id;

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
create function subscription_contract() returns trigger language plpgsql as $$
begin
  insert into contracts (id, product, opened_at) values (new.id, 'home', new.created_at);
  return new;
end $$;
create trigger subscription_contract before insert on home_subscriptions for each row execute function subscription_contract();
create function policy_contract() returns trigger language plpgsql as $$
begin
  if new.contract_id = '' then
    select contract_id into new.contract_id from orders where id = new.order_id;
  end if;
  return new;
end $$;
create trigger policy_contract before insert on policies for each row execute function policy_contract();

-- 6. What people have to settle, found by this migration: it is told and nothing is corrected.
create table contract_findings (
  contract_id text not null references contracts (id),
  finding text not null check (finding in (
    'refunded_more_than_paid', 'in_force_and_refunded', 'two_in_force', 'reissue_counted_twice', 'reissue_of_an_ended_policy', 'kept_differs')),
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

insert into contract_findings (contract_id, finding, expected, found)
select id, 'refunded_more_than_paid', paid_in, refunds_open + refunded from contracts where refunds_open + refunded > paid_in;
-- Of one payment more went back, or is to, than it brought, though not of the contract.
insert into contract_findings (contract_id, finding, expected, found)
select contract_id, 'refunded_more_than_paid', sum(amount), sum(back) from (
  select payment_attempts.contract_id, payment_attempts.amount, sum(refunds.amount) as back
  from refunds join payment_attempts on payment_attempts.id = refunds.attempt_id
  group by payment_attempts.id having sum(refunds.amount) > payment_attempts.amount) as payments
group by contract_id on conflict do nothing;

insert into contract_findings (contract_id, finding, expected, found)
select contract_id, 'two_in_force', 1, count(*) from policies where state in ('pending', 'active')
group by contract_id, period having count(*) > 1 on conflict do nothing;

-- A policy in force of whose contract more went back, or is to, than may: what stays must be the premiums of its policies, less what reissues
-- took over of policies in force and what endings gave back. A paid reissue that is being issued still brings its own.
insert into contract_findings (contract_id, finding, expected, found)
select contracts.id, 'in_force_and_refunded', owed.sum, contracts.paid_in - contracts.refunds_open - contracts.refunded
from contracts join (
  select policies.contract_id, sum(policies.premium + policies.ogpo_plus_premium
    - case when before.state in ('terminated', 'cancelled') then 0 else coalesce(orders.taken_over, 0) end
    - coalesce((select refund from policy_endings where policy_endings.policy_id = policies.id and policy_endings.state = 'done'), 0)) as sum
  from policies left join orders on orders.id = policies.order_id left join policies as before on before.global_id = orders.replaces_global_id
  where policies.kind = 'ogpo' group by policies.contract_id having bool_or(policies.state in ('pending', 'active'))
) as owed on owed.contract_id = contracts.id
where contracts.refunds_open + contracts.refunded > 0 and contracts.paid_in - contracts.refunds_open - contracts.refunded < owed.sum;

-- A reissue was issued although the policy it replaced had been ended: the old premium paid twice.
insert into contract_findings (contract_id, finding, expected, found)
select orders.contract_id, 'reissue_of_an_ended_policy', 0, sum(orders.taken_over)
from orders join policies as before on before.global_id = orders.replaces_global_id
where orders.state = 'issued' and before.state in ('terminated', 'cancelled')
group by orders.contract_id on conflict do nothing;

-- Premium and commission of the part a reissue took over stand in the old books twice.
insert into contract_findings (contract_id, finding, expected, found)
select contract_id, 'reissue_counted_twice', 0, sum(taken_over) from orders
where state = 'issued' and taken_over > 0 group by contract_id on conflict do nothing;

-- What stayed with us of a contract that is at rest is not what its books say.
insert into contract_findings (contract_id, finding, expected, found)
select contracts.id, 'kept_differs', books.booked, contracts.paid_in - contracts.refunded
from contracts join (
  select contract_id, sum(case when credit = 'insurer' then amount else -amount end)
    filter (where kind in ('premium', 'ogpo_plus', 'returned')) as booked
  from ledger group by contract_id) as books on books.contract_id = contracts.id
where books.booked is not null and contracts.refunds_open = 0 and books.booked <> contracts.paid_in - contracts.refunded
  and not exists (select from payment_attempts where contract_id = contracts.id and state = 'refunding')
  and not exists (select from orders where contract_id = contracts.id and state in ('paid', 'issuing'))
on conflict do nothing;
