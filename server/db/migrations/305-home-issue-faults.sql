-- Refusals of the unified database alone: outages are tries too, and three of these end a registration.
alter table home_subscriptions add column issue_faults integer not null default 0;
