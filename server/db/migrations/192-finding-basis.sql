-- What a price that differs stands on, as facts: staff read them in words. Null where nothing is
-- priced, and of what was found before; `rows` stays for the version before.
alter table esbd_findings add column basis jsonb;
