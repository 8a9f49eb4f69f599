-- A refund is written down before it is asked for: neither the acquirer nor the bank knows a key of
-- ours, so what they list afterwards tells whether they heard.
alter table refunds add column asked_at timestamptz;
-- Their yes, which is not yet the money.
alter table refunds add column accepted_at timestamptz;
-- The numbers of what they listed before it was asked for: none of these is this refund.
alter table refunds add column asked_lines text[] not null default '{}';
