-- One buyer has one open order of a car for a day (decision 301): whoever stores one waits here for whoever stores another, and then
-- sees it. The queries of a volatile function see what was committed before each of them, so one statement waits and looks.
-- An issued order is among them where its policy came after the calculation: the buyer was not warned of it.
create function other_orders_of_cars(buyer text, calculation uuid, cars jsonb, first_day text, last_day text, own_contract text)
returns table (order_id text, contract text, order_state text) language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('buyer:' || buyer, 0));
  return query
    select orders.id, orders.contract_id, orders.state from orders join quotes on quotes.id = orders.calculation_id
    where orders.buyer_iin = buyer
      and (orders.state in ('awaiting_payment', 'paid', 'issuing')
        or orders.state = 'issued' and exists (
          select from policies where policies.order_id = orders.id and policies.state in ('pending', 'active')
            and policies.issued_at > (select asked.created_at from quotes as asked where asked.id = calculation)))
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

-- The same by the table itself, against whoever stores an order without asking. A car of a buyer is a number, which is a range of one:
-- several are a multirange, which an index compares with another. Orders of before have none and are found by the function alone.
alter table orders add column held_cars int8multirange, add column held_days daterange;
alter table orders add constraint orders_one_of_a_car exclude using gist (held_cars with &&, held_days with &&)
  where (state in ('awaiting_payment', 'paid', 'issuing'));

-- Homes sold twice before this was there stand beside each other; no further one does.
alter table home_subscriptions add column beside boolean not null default false;
update home_subscriptions set beside = true where id in (
  select id from (
    select id, row_number() over (partition by buyer_iin, facts -> 'address' ->> 'code'
      order by state = 'active' desc, state = 'paid' desc, created_at, id) as place
    from home_subscriptions where state in ('awaiting_payment', 'paid', 'active') and facts -> 'address' ->> 'code' is not null) as placed
  where place > 1);
create unique index home_subscriptions_one_of_a_home on home_subscriptions (buyer_iin, (facts -> 'address' ->> 'code'))
  where state in ('awaiting_payment', 'paid', 'active') and not beside;
