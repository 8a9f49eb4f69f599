-- Statements as banks write them: of accounts too, with tiyn, with lines that have no number of ours.

-- `account`: of a bank's account, where payouts of both systems come in and money goes out.
alter table statements drop constraint statements_system_check;
alter table statements add constraint statements_system_check check (system <> '');
alter table statements add column format text not null default 'own';
alter table statements add column bank text not null default '';
alter table statements add column account text not null default '';

alter table statement_rows drop constraint statement_rows_operation_check;
alter table statement_rows add constraint statement_rows_operation_check
  check (operation in ('payment', 'refund', 'fee', 'chargeback', 'payout', 'other'));
-- A bank's fee may be less than half a tenge.
alter table statement_rows drop constraint statement_rows_amount_check;
alter table statement_rows add constraint statement_rows_amount_check check (amount >= 0);
-- `amount` stays for processes that know no tiyn, rounded.
alter table statement_rows add column amount_tiyn bigint;
alter table statement_rows add column payer text not null default '';
alter table statement_rows add column payer_iin text not null default '';
alter table statement_rows add column purpose text not null default '';
-- How `key` was found: as the bank was given it, by the bank's own number, by the order. Null where
-- a line has no number of ours.
alter table statement_rows add column found_by text check (found_by in ('number', 'bank_number', 'order'));
create index statement_rows_alike on statement_rows (day, operation, amount) where key = '';
create index statement_rows_payer on statement_rows (payer_iin) where payer_iin <> '';
create index payment_attempts_outside on payment_attempts (outside_id) where outside_id is not null;

-- How a person said that the columns of a bank's table are to be read, by the titles of its head.
create table statement_formats (
  id uuid primary key default gen_random_uuid(),
  titles text not null unique,
  bank text not null,
  system text not null,
  columns jsonb not null,
  saved_at timestamptz not null,
  saved_by uuid not null references accounts (id)
);

drop view judged_statement_rows;
-- A line is judged by our books as they stand when it is asked. Of one system's lines with the same
-- number of ours the first counts: the same movement in a later file is known already, and another
-- movement is a real second payment. An account shows what a register has told, and the other way
-- round. Lines without a number are the same by day, sum, the bank's number and the other side.
create view judged_statement_rows as
select line.statement_id, line.line, line.day, line.operation, line.key, line.outside_id, line.amount,
  coalesce(line.amount_tiyn, line.amount * 100::bigint) as amount_tiyn,
  coalesce(line.fee_tiyn, line.fee * 100) as fee_tiyn, line.payer, line.payer_iin, line.purpose, line.found_by, statements.system,
  case
    when line.key <> '' and exists (select from statement_rows as other join statements as earlier on earlier.id = other.statement_id
      where other.key = line.key and other.operation = line.operation
        and (earlier.imported_at, earlier.id) < (statements.imported_at, statements.id) and other.amount = line.amount
        and (earlier.system <> statements.system and 'account' in (earlier.system, statements.system)
          or earlier.system = statements.system
            and other.outside_id = line.outside_id and (line.outside_id <> '' or other.day = line.day))) then 'known'
    when line.key = '' and exists (select from statement_rows as other join statements as earlier on earlier.id = other.statement_id
      where other.key = '' and other.day = line.day and other.operation = line.operation and other.amount = line.amount
        and (earlier.imported_at, earlier.id) < (statements.imported_at, statements.id)
        and earlier.system = statements.system and earlier.account = statements.account
        and other.amount_tiyn = line.amount_tiyn and other.outside_id = line.outside_id
        and other.payer = line.payer and (line.outside_id <> '' or other.purpose = line.purpose)) then 'known'
    when line.operation = 'fee' then 'fee'
    when line.operation = 'payout' then 'payout'
    when line.operation = 'other' then 'not_ours'
    when line.operation = 'chargeback' then case when exists (select from refunds as back
      where back.attempt_id = line.key and back.reason = 'chargeback') then 'matched' else 'chargeback' end
    when line.key <> '' and exists (select from statement_rows as other join statements as earlier on earlier.id = other.statement_id
      where other.key = line.key and other.operation = line.operation and earlier.system = statements.system
        and (earlier.imported_at, earlier.id, other.line) < (statements.imported_at, statements.id, line.line)
        -- The same movement with another sum is no second one: its sum differs.
        and (earlier.id = statements.id or other.outside_id <> line.outside_id or line.outside_id = '')) then 'repeated'
    when coalesce(attempt.amount, refund.amount) is null then 'unknown'
    when coalesce(attempt.amount, refund.amount) * 100::bigint <> coalesce(line.amount_tiyn, line.amount * 100::bigint) then 'amount_differs'
    when line.operation = 'refund' and refund.state = 'done' then 'matched'
    when line.operation = 'payment' and exists (select from ledger where ledger.key = 'payment:' || attempt.id) then 'matched'
    else 'not_in_our_books' end as verdict
from statement_rows as line join statements on statements.id = line.statement_id
left join payment_attempts as attempt on line.operation = 'payment' and attempt.id = line.key
  and (attempt.system = statements.system or statements.system = 'account')
left join refunds as refund on line.operation = 'refund' and refund.id = line.key
  -- One that goes by bank details is in the bank's statement, whatever it was paid by.
  and (statements.system in ('mobile_bank', 'account') or exists (select from payment_attempts as paid
    where paid.id = refund.attempt_id and paid.system = statements.system));
