-- A contract's eight papers are half a megabyte that is compressed already. To compress them once more took a quarter of what the database did on a
-- busy day, for a third of their room. Papers already there stay readable as they stand.
alter table documents alter column content set storage external;
