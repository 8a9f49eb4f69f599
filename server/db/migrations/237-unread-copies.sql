-- Copies of sales that a search could not read in its last look: they are tried again (decision 247).
alter table lost_searches add column unread integer not null default 0;

-- Who of the staff settled what was left for people, and how; null where the product did it by itself.
alter table lost_finds add column settled_by text;
alter table lost_finds add column settled_how text not null default '';
