-- That a message or a receipt was asked for is known before its answer: after an unclear one the other side is asked and not told again.
alter table messages add column tried_at timestamptz;
-- Why the gateway will never take it.
alter table messages add column refused text;
alter table reminders add column tried_at timestamptz;
alter table fiscal_receipts add column tried_at timestamptz;
-- How the register knows the receipt (its number, shift, time, whether it was made without a network): a return's receipt names its sale's.
alter table fiscal_receipts add column registered jsonb;
