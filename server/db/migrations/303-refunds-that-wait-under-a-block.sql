-- Money owed to whoever is blocked by a watch list stays with us until the block is off: since when.
alter table refunds add column frozen_since timestamptz;
create index refunds_frozen on refunds (id) where frozen_since is not null;
