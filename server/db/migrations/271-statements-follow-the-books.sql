-- A fee is a per cent of the payment and has tiyn; `fee` stays for processes that know no tiyn.
alter table statement_rows add column fee_tiyn integer;

-- What a line of a statement is, by our books as they stand when it is read: a payment that is booked later is found without another import, and a
-- statement that is withdrawn takes its verdicts along. Of one system's lines with the same number of ours the first counts: the same movement in a
-- later file is known already, and another movement is a real second payment. `verdict` of the table is written no more.
alter table statement_rows alter column verdict set default 'unknown';
create view judged_statement_rows as
select line.statement_id, line.line, line.day, line.operation, line.key, line.outside_id, line.amount,
  coalesce(line.fee_tiyn, line.fee * 100) as fee_tiyn, statements.system,
  case
    when exists (select from statement_rows as other join statements as earlier on earlier.id = other.statement_id
      where other.key = line.key and other.operation = line.operation and earlier.system = statements.system
        and (earlier.imported_at, earlier.id) < (statements.imported_at, statements.id) and other.amount = line.amount
        and other.outside_id = line.outside_id and (line.outside_id <> '' or other.day = line.day)) then 'known'
    when exists (select from statement_rows as other join statements as earlier on earlier.id = other.statement_id
      where other.key = line.key and other.operation = line.operation and earlier.system = statements.system
        and (earlier.imported_at, earlier.id, other.line) < (statements.imported_at, statements.id, line.line)
        -- The same movement with another sum is no second one: its sum differs.
        and (earlier.id = statements.id or other.outside_id <> line.outside_id or line.outside_id = '')) then 'repeated'
    when coalesce(attempt.amount, refund.amount) is null then 'unknown'
    when coalesce(attempt.amount, refund.amount) <> line.amount then 'amount_differs'
    when line.operation = 'refund' and refund.state = 'done' then 'matched'
    when line.operation = 'payment' and exists (select from ledger where ledger.key = 'payment:' || attempt.id) then 'matched'
    else 'not_in_our_books' end as verdict
from statement_rows as line join statements on statements.id = line.statement_id
left join payment_attempts as attempt on line.operation = 'payment' and attempt.id = line.key and attempt.system = statements.system
left join refunds as refund on line.operation = 'refund' and refund.id = line.key
  -- One that goes by bank details is in the bank's statement, whatever it was paid by.
  and (statements.system = 'mobile_bank' or exists (select from payment_attempts as paid
    where paid.id = refund.attempt_id and paid.system = statements.system));
drop index statement_rows_unmatched;
create index statement_rows_day on statement_rows (day, statement_id, line);

-- A statement that is withdrawn is heard of too (decision 226).
create trigger desk_list_withdrawn after delete on statements for each statement execute function desk_list_changed('closing');
