-- The link of an order on another device: a code to the order's phone opens that one order. The
-- token is bound to it and owns nothing else.
alter table codes drop constraint codes_purpose_check;
alter table codes add constraint codes_purpose_check check (purpose in ('sign_in', 'phone', 'email', 'terminate', 'password', 'client_proof', 'order'));

alter table tokens add column order_id text references orders (id) on delete cascade;
alter table tokens drop constraint tokens_kind_check;
alter table tokens add constraint tokens_kind_check check (kind in ('purchase', 'user', 'promoter', 'order'));
alter table tokens add constraint tokens_order_check check ((kind = 'order') = (order_id is not null));
create index tokens_order on tokens (order_id) where order_id is not null;
