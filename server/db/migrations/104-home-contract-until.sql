-- How far the contracts of a subscription reach: those paid past it are few and found by an index, like those that wait for another try.

alter table home_subscriptions add column contract_until date;
update home_subscriptions
set contract_until = (select max(end_date) from home_contracts where home_contracts.subscription_id = home_subscriptions.id);
create index home_subscriptions_past_contract on home_subscriptions (paid_until) where paid_until > contract_until;
create index home_subscriptions_again on home_subscriptions (next_attempt_at) where next_attempt_at is not null;
