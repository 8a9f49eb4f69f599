-- The ways to pay, named once: a new way is another version of this function, which lets more in.
-- `domain/payment-ways.ts` has the same list, and a test compares them.
create function is_payment_way(name text) returns boolean immutable language sql
  as $$ select name in ('mobile_bank', 'card', 'epay') $$;
alter table payment_attempts drop constraint payment_attempts_system_check;
alter table payment_attempts add constraint payment_attempts_system_check check (is_payment_way(system));
alter table statements drop constraint statements_system_check;
alter table statements add constraint statements_system_check check (is_payment_way(system) or system = 'account');
alter table fiscal_receipts drop constraint fiscal_receipts_way_check;
alter table fiscal_receipts add constraint fiscal_receipts_way_check check (is_payment_way(way));

alter table ledger drop constraint ledger_accounts;
alter table ledger add constraint ledger_accounts check (
  debit <> credit
  and (is_payment_way(debit) or debit in ('bank_details', 'partner', 'client', 'insurer', 'commission', 'refunds'))
  and (is_payment_way(credit) or credit in ('bank_details', 'partner', 'client', 'insurer', 'commission', 'refunds')));
alter table ledger drop constraint ledger_balances;
alter table ledger add constraint ledger_balances check (case kind
  when 'payment' then is_payment_way(debit) and credit = 'client'
  when 'premium' then (debit, credit) in (('client', 'insurer'), ('insurer', 'client'))
  when 'ogpo_plus' then (debit, credit) in (('client', 'insurer'), ('insurer', 'client'))
  when 'commission' then (debit, credit) in (('insurer', 'commission'), ('commission', 'insurer'))
  when 'returned' then (debit, credit) = ('insurer', 'client')
  when 'refund_due' then (debit, credit) = ('client', 'refunds')
  when 'refund' then debit in ('refunds', 'client')
    and (is_payment_way(credit) or credit in ('bank_details', 'partner'))
  when 'overdrawn' then debit = 'client' and is_payment_way(credit)
  when 'set_off' then (debit, credit) = ('refunds', 'client')
  else false end);

-- A number of an attempt in digits, for a way that wants one: of six digits and more, the last six
-- of which are new for a million attempts.
create sequence payment_invoices start 100000 minvalue 100000;
alter table payment_attempts add column invoice text;
create unique index payment_attempts_invoice on payment_attempts (invoice) where invoice is not null;
