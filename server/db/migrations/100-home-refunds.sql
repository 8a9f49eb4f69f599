-- Refunds of Home payments are rows of the one table of refunds: the register, the reconciliation, the desk and the bank details know them too.

alter table refunds alter column order_id drop not null;
alter table refunds add column home_id text references home_subscriptions (id);
alter table refunds add column home_attempt_id text references home_attempts (id);
alter table refunds add constraint refunds_about_one
  check (num_nonnulls(order_id, home_id) = 1 and (home_id is null) = (home_attempt_id is null));
create index refunds_of_home on refunds (home_id) where home_id is not null;

insert into refunds (id, home_id, home_attempt_id, amount, reason, state, error, created_at, done_at)
select 'R-' || attempt.id, charge.subscription_id, attempt.id, attempt.amount, coalesce(attempt.refund_reason, ''),
  case when attempt.state = 'refunded' then 'done' when attempt.refund_error is null then 'due' else 'failed' end, attempt.refund_error,
  coalesce((select min(at) from home_attempt_history where attempt_id = attempt.id and state = 'refunding'), attempt.created_at),
  (select max(at) from home_attempt_history where attempt_id = attempt.id and state = 'refunded')
from home_attempts as attempt join home_charges as charge on charge.id = attempt.charge_id
where attempt.state in ('refunding', 'refunded');
-- home_attempts.refund_reason and .refund_error stay for processes of the release before this one; a later migration drops them.

-- What staff did is about an order or about a Home subscription.
alter table order_acts alter column order_id drop not null;
alter table order_acts add column home_id text references home_subscriptions (id);
alter table order_acts add constraint order_acts_about_one check (num_nonnulls(order_id, home_id) = 1);
create index order_acts_of_home on order_acts (home_id, id) where home_id is not null;

-- A month of a subscription is a line of the orders' report.
create index home_charges_report on home_charges (created_at desc, id desc);
