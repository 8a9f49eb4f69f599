-- Entries that a file brought by staff leaves out, by their keys: they stay in force until a second
-- person signs that they go, or the publisher leaves them out itself.
alter table aml_versions add column left_out jsonb not null default '[]';
