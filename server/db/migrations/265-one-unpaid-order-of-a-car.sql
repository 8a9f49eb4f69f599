-- One buyer has one unpaid order of a car for a day (decision 296): whoever stores one waits here for whoever stores another, and then
-- sees it. The queries of a volatile function see what was committed before each of them, so one statement waits and looks.
create function other_orders_of_cars(buyer text, calculation uuid, cars jsonb, first_day text, last_day text, own_contract text)
returns table (order_id text, contract text, order_state text) language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('buyer:' || buyer, 0));
  return query
    select orders.id, orders.contract_id, orders.state from orders join quotes on quotes.id = orders.calculation_id
    where orders.buyer_iin = buyer and orders.state in ('awaiting_payment', 'paid', 'issuing')
      and orders.calculation_id <> calculation and orders.contract_id <> own_contract
      and quotes.facts -> 'term' ->> 'start' <= last_day and quotes.facts -> 'term' ->> 'end' >= first_day
      and exists (
        select from jsonb_array_elements(quotes.facts -> 'vehicles') as theirs, jsonb_array_elements(cars) as ours
        where theirs ->> 'plate' = ours ->> 'plate' or (theirs ->> 'vin' = ours ->> 'vin' and ours ->> 'vin' <> ''))
    order by orders.contract_id;
end $$;

create function no_other_order_of_cars(buyer text, calculation uuid, cars jsonb, first_day text, last_day text) returns boolean
language plpgsql volatile as $$
begin
  if exists (select from other_orders_of_cars(buyer, calculation, cars, first_day, last_day, '')) then
    raise exception 'another order insures one of the cars' using errcode = 'unique_violation', constraint = 'orders_one_of_a_car';
  end if;
  return true;
end $$;
