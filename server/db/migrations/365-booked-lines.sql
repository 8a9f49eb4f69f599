-- Lines of statements that people wrote into our books: who withdraws the statement takes them back.
-- `movement` is what the bank knows the line by; written once more after it was taken back, the same
-- movement has an `outside_id` of its own.
create table booked_lines (
  id bigint generated always as identity primary key,
  statement_id uuid not null,
  line integer not null,
  contract_id text not null references contracts (id),
  order_id text not null,
  payment_id text not null references payment_attempts (id),
  act text not null check (act in ('bank_return', 'dispute_won', 'refund_gone')),
  movement text not null,
  outside_id text not null,
  booked_at timestamptz not null,
  booked_by uuid not null,
  undone_at timestamptz,
  undone_by uuid,
  check ((undone_at is null) = (undone_by is null))
);
create unique index booked_lines_once on booked_lines (statement_id, line) where undone_at is null;
create index booked_lines_movement on booked_lines (payment_id, movement);

-- What was written before, as the audit log has it.
insert into booked_lines (statement_id, line, contract_id, order_id, payment_id, act, movement, outside_id, booked_at, booked_by)
select distinct on (line.statement_id, line.line) line.statement_id, line.line, attempt.contract_id, attempt.order_id, attempt.id,
  said.details ->> 'act', moved.id, moved.id, said.at, split_part(said.actor, ':', 2)::uuid
from audit as said
join statement_rows as line on line.statement_id::text = split_part(said.details ->> 'key', ':', 1)
  and line.line::text = split_part(said.details ->> 'key', ':', 2)
left join refunds as refund on line.operation = 'refund' and refund.id = line.key
join payment_attempts as attempt on attempt.id = coalesce(refund.attempt_id, line.key)
cross join lateral (select case when line.outside_id <> '' then line.outside_id else line.day || ':' || line.line end as id) as moved
where said.action = 'difference.settled' and said.details ->> 'how' = 'booked'
order by line.statement_id, line.line, said.at desc;

-- As 347 has it, but for what was taken back.
create or replace view judged_lines as
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
          and won.key not like '%#withdrawn'
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
        or exists (select from ledger where ledger.key = 'overdrawn:' || given.id || ':' || moved.id))
      and not exists (select from ledger where ledger.key = 'dispute_won:' || given.id || ':' || moved.id || '#withdrawn') then 'matched'
    when given.id is not null and exists (select from booked_lines as booked where booked.payment_id = given.id
      and booked.movement = moved.id and booked.act = 'bank_return' and booked.undone_at is null) then 'matched'
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
