-- When the card of the first payment was found in the acquirer's list: until then a job looks for it.
alter table home_subscriptions add column card_kept_at timestamptz;
