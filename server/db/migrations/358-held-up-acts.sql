-- The outside system for which an act that was held waits longer than its seconds: whoever pressed sees why it
-- has not gone, and that it is tried again.
alter table held_acts add column waits_for text;
create trigger held_waits after update of waits_for on held_acts for each row execute function held_changed();
