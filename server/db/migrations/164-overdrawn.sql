-- What the card's bank takes back beyond what a payment still held is the client's debt: posted, so that
-- the card's account says what the outside says, and set off against a refund that the acquirer refused.
alter table ledger drop constraint ledger_kind_check;
alter table ledger add constraint ledger_kind_check check (kind in
  ('payment', 'premium', 'commission', 'ogpo_plus', 'returned', 'refund_due', 'refund', 'overdrawn', 'set_off'));
alter table ledger drop constraint ledger_balances;
alter table ledger add constraint ledger_balances check (case kind
  when 'payment' then debit in ('mobile_bank', 'card') and credit = 'client'
  when 'premium' then (debit, credit) in (('client', 'insurer'), ('insurer', 'client'))
  when 'ogpo_plus' then (debit, credit) in (('client', 'insurer'), ('insurer', 'client'))
  when 'commission' then (debit, credit) in (('insurer', 'commission'), ('commission', 'insurer'))
  when 'returned' then (debit, credit) = ('insurer', 'client')
  when 'refund_due' then (debit, credit) = ('client', 'refunds')
  when 'refund' then debit in ('refunds', 'client')
    and credit in ('mobile_bank', 'card', 'bank_details', 'partner')
  when 'overdrawn' then (debit, credit) = ('client', 'card')
  when 'set_off' then (debit, credit) = ('refunds', 'client')
  else false end);
