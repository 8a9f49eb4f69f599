-- The trace in which a purchase was ordered (W3C traceparent): later work about it joins that trace. Null where none was kept.

alter table orders add column trace text;
alter table home_subscriptions add column trace text;
