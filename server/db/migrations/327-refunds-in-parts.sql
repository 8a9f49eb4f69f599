-- A refund that the bank split is matched where its parts, each with the bank's own number, make its
-- sum. All else of the view is as 321 has it.
create or replace view judged_statement_rows as
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
    when line.operation = 'refund' and refund.state = 'done' and line.outside_id <> ''
      and coalesce(line.amount_tiyn, line.amount * 100::bigint) < refund.amount * 100::bigint
      and refund.amount * 100::bigint = (select sum(part.tiyn) from (
        select distinct on (other.outside_id) coalesce(other.amount_tiyn, other.amount * 100::bigint) as tiyn
        from statement_rows as other join statements as of on of.id = other.statement_id
        where other.key = line.key and other.operation = 'refund' and of.system = statements.system) as part) then 'matched'
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
