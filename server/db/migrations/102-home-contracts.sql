-- The contracts of a subscription in the unified database: a year each, the next one when the paid time goes past the end of the last.

create table home_contracts (
  subscription_id text not null references home_subscriptions (id),
  -- 0 for the first year.
  year integer not null check (year >= 0),
  number text not null unique,
  policy_id uuid not null unique references policies (id),
  start_date date not null,
  end_date date not null,
  registered_at timestamptz not null,
  primary key (subscription_id, year),
  check (start_date <= end_date)
);

insert into home_contracts (subscription_id, year, number, policy_id, start_date, end_date, registered_at)
select id, 0, number, policy_id, (registered_at at time zone 'Asia/Almaty')::date,
  ((registered_at at time zone 'Asia/Almaty')::date + interval '12 months' - interval '1 day')::date, registered_at
from home_subscriptions where policy_id is not null and registered_at is not null;
