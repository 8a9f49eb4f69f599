-- Since when a card's bank has been taking money of a payment back without a result: it is asked
-- about until there is one, whether or not anybody tells us.
alter table payment_attempts add column undecided_since timestamptz;
create index payment_attempts_undecided on payment_attempts (checked_at) where undecided_since is not null;
