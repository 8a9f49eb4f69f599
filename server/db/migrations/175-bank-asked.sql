-- The mobile bank has no key of ours for a bill or a refund: what was asked of it is written down before, and what it holds is asked before
-- anything goes again (decision 174).
-- What could still be given back of the payment before this refund was asked, and how often it was.
alter table refunds add column asked_rest numeric(14, 2);
alter table refunds add column asked_times integer not null default 0;
-- A bill's number is of one attempt.
create index payment_attempts_bill on payment_attempts (outside_id) where way = 'bill' and outside_id is not null;
