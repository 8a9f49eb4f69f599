-- How a sale stands is kept by each process until it hears of a change (decision 255). Orders, subscriptions and refunds tell already
-- (201-desk-live.sql); here is whatever else those answers are made of. The first attempt to pay comes with its order, which nobody asks
-- about yet; of messages only the time of sending is shown.
create function sale_changed() returns trigger language plpgsql as $$
declare
  sale text;
begin
  if tg_table_name = 'documents' then
    select coalesce(order_id, contract_id) into sale from policies where id = (case when tg_op = 'DELETE' then old.policy_id else new.policy_id end);
  elsif tg_table_name = 'policies' then
    sale := case when tg_op = 'DELETE' then coalesce(old.order_id, old.contract_id) else coalesce(new.order_id, new.contract_id) end;
  else
    sale := case when tg_op = 'DELETE' then old.order_id else new.order_id end;
  end if;
  if sale is not null then
    perform pg_notify('order_changed', 'desk:' || sale);
  end if;
  return null;
end $$;
create trigger sale_changed after insert on payment_attempts for each row when (new.id <> new.order_id || '-1') execute function sale_changed();
create trigger sale_changed_on after update or delete on payment_attempts for each row execute function sale_changed();
create trigger sale_changed after insert or delete or update of order_id, contract_id, global_id, facts, start_date, end_date on policies
  for each row execute function sale_changed();
create trigger sale_changed after insert or delete on documents for each row execute function sale_changed();
create trigger sale_changed after update of sent_at on messages for each row when (new.sent_at is not null) execute function sale_changed();
