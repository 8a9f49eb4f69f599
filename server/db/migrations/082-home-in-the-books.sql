-- Home subscriptions in the reports and at the cash register.

create index home_subscriptions_report on home_subscriptions (created_at desc, id desc);

alter table fiscal_receipts alter column order_id drop not null;
alter table fiscal_receipts add column home_id text references home_subscriptions (id);
alter table fiscal_receipts add column way text not null default 'mobile_bank' check (way in ('mobile_bank', 'card'));
alter table fiscal_receipts add constraint fiscal_receipts_about_one check (num_nonnulls(order_id, home_id) = 1);
