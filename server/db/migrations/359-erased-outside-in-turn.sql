-- When it was last tried to destroy it: what cannot be destroyed waits behind the others.
alter table erased_outside add column tried_at timestamptz;
create index erased_outside_in_turn on erased_outside (tried_at nulls first);
