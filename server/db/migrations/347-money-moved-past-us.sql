-- Money that a bank moved past us, both ways: what a card's bank had taken and gives back to us
-- (`dispute_won`), and what the bank of our bills gives back unasked.
alter table ledger drop constraint ledger_kind_check;
alter table ledger add constraint ledger_kind_check check (kind in ('payment', 'premium', 'commission', 'ogpo_plus', 'returned',
  'refund_due', 'refund', 'overdrawn', 'set_off', 'dispute_won'));
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
  when 'dispute_won' then is_payment_way(debit) and credit = 'client'
  else false end);

-- What comes back to us is paid in again: as much may go to the client again.
create function contract_dispute_won() returns trigger language plpgsql as $$
begin
  update contracts set paid_in = paid_in + new.amount where id = new.contract_id;
  return null;
end $$;
create trigger contract_dispute_won after insert on ledger for each row
  when (new.kind = 'dispute_won') execute function contract_dispute_won();

insert into chart_rows (entry, debit, credit, sample, source)
select 'dispute_won', '1020', '3390', true, 'docs/law/formats.md, 2';

-- Registers without signs were kept as if what a bank took had come in; none of them was read as won.
update statement_rows set way = 'out' from statements
where statements.id = statement_rows.statement_id and statements.system <> 'account'
  and statement_rows.operation = 'chargeback' and statement_rows.way = 'in';

-- Where a line of money taken past us came in, it is a dispute that was won; where the bank of our
-- bills gave money back, it is no refund of ours until somebody has said so. All else is as
-- judged_statement_rows of 356 has it, which stays for processes of the older version.
create view judged_lines as
select line.statement_id, line.line, line.day, line.operation, line.key, line.outside_id, line.amount,
  coalesce(line.amount_tiyn, line.amount * 100::bigint) as amount_tiyn,
  coalesce(line.fee_tiyn, line.fee * 100) as fee_tiyn, line.payer, line.payer_iin, line.purpose, line.found_by, statements.system,
  case
    when line.key <> '' and exists (select from statement_rows as other join statements as earlier on earlier.id = other.statement_id
      where other.key = line.key and other.operation = line.operation
        and (line.operation <> 'chargeback' or coalesce(other.way, 'out') = coalesce(line.way, 'out'))
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
    -- One that came is what was taken and comes back to us.
    when line.operation = 'chargeback' and line.way = 'in' then case when (
        select count(*) from ledger as won where won.attempt_id = line.key and won.kind = 'dispute_won'
          and won.amount = ceil(coalesce(line.amount_tiyn, line.amount * 100::bigint) / 100.0)) > (
        select count(*) from statement_rows as other join statements as earlier on earlier.id = other.statement_id
        where other.key = line.key and other.operation = line.operation and other.way = line.way and earlier.system = statements.system
          and coalesce(other.amount_tiyn, other.amount * 100::bigint) = coalesce(line.amount_tiyn, line.amount * 100::bigint)
          and (earlier.imported_at, earlier.id, other.line) < (statements.imported_at, statements.id, line.line)
          and not exists (select from statement_rows as first join statements as before on before.id = first.statement_id
            where first.key = other.key and first.operation = other.operation and first.way = other.way and first.amount = other.amount
              and before.system = earlier.system and first.outside_id = other.outside_id
              and (first.outside_id <> '' or first.day = other.day)
              and (before.imported_at, before.id) < (earlier.imported_at, earlier.id))) then 'matched' else 'dispute_won' end
    when line.operation = 'chargeback' then (select case
        when count(*) = 0 then 'chargeback'
        when count(*) filter (where taken.tiyn = coalesce(line.amount_tiyn, line.amount * 100::bigint)) > (
          select count(*) from statement_rows as other join statements as earlier on earlier.id = other.statement_id
          where other.key = line.key and other.operation = line.operation and earlier.system = statements.system
            and other.way is distinct from 'in'
            and coalesce(other.amount_tiyn, other.amount * 100::bigint) = coalesce(line.amount_tiyn, line.amount * 100::bigint)
            and (earlier.imported_at, earlier.id, other.line) < (statements.imported_at, statements.id, line.line)
            -- One that is known itself is the same line once more.
            and not exists (select from statement_rows as first join statements as before on before.id = first.statement_id
              where first.key = other.key and first.operation = other.operation and first.amount = other.amount
                and first.way is distinct from 'in'
                and before.system = earlier.system and first.outside_id = other.outside_id
                and (first.outside_id <> '' or first.day = other.day)
                and (before.imported_at, before.id) < (earlier.imported_at, earlier.id))) then 'matched'
        when count(*) filter (where taken.tiyn = coalesce(line.amount_tiyn, line.amount * 100::bigint)) > 0 then 'repeated'
        else 'amount_differs' end
      from (select sum(told.amount) * 100 as tiyn from (
        select substr(back.id, length('R-' || line.key || '-chargeback-') + 1) as number, back.amount
        from refunds as back where back.attempt_id = line.key and back.reason = 'chargeback'
        union all
        select substr(gone.key, length('overdrawn:' || line.key || ':') + 1), gone.amount
        from ledger as gone where gone.attempt_id = line.key and gone.kind = 'overdrawn') as told
        group by told.number) as taken)
    -- What a person has said to be given back past us, by this very line.
    when given.id is not null and (exists (select from refunds as booked where booked.id = 'R-' || given.id || '-bank_return-' || moved.id)
      or exists (select from ledger where ledger.key = 'overdrawn:' || given.id || ':' || moved.id)) then 'matched'
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
        and (earlier.id = statements.id or other.outside_id <> line.outside_id or line.outside_id = ''))
      then case when given.id is not null and (refund.id is null
          or refund.amount * 100::bigint = coalesce(line.amount_tiyn, line.amount * 100::bigint)) then 'given_back' else 'repeated' end
    -- The bank gave it back: unasked, or by a refund of ours whose answer we never had.
    when given.id is not null and (refund.id is null or refund.state <> 'done'
        and refund.amount * 100::bigint = coalesce(line.amount_tiyn, line.amount * 100::bigint))
      and not exists (select from refund_details as details where details.refund_id = refund.id and details.approved_at is not null)
      then 'given_back'
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
    where paid.id = refund.attempt_id and paid.system = statements.system))
cross join lateral (select case when line.outside_id <> '' then line.outside_id else line.day || ':' || line.line end as id) as moved
left join payment_attempts as given on line.operation = 'refund' and given.system = 'mobile_bank'
  and statements.system in ('mobile_bank', 'account') and given.id = coalesce(refund.attempt_id, line.key);
