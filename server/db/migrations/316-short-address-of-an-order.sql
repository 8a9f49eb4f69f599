-- The short address of an order in an SMS, `/c/…`; null for orders made before.
alter table orders add column short_key text unique;
