-- A refund by card is written down before it is asked for: the acquirer knows no key of ours, so what it lists tells whether it was heard.
-- A system that keeps its own column for this may have made it already.
alter table refunds add column if not exists asked_at timestamptz;
-- Their yes, which is not yet the money.
alter table refunds add column accepted_at timestamptz;
-- The numbers of what they listed before it was asked for: none of these is this refund.
alter table refunds add column asked_lines text[] not null default '{}';
