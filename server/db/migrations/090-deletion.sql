-- When a requested deletion is looked at again: the day after the law's retention, as it stood when it was last counted.
alter table accounts add column deletion_due_on date;
update accounts set deletion_due_on = deletion_asked_at::date where deletion_asked_at is not null;
create index accounts_deletion_due on accounts (deletion_due_on) where deletion_due_on is not null;
