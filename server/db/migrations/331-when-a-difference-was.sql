-- When what people settled had come about: a difference of October that is settled in November is of
-- October. Null for those settled before this was kept.
alter table settled_differences add column came_about timestamptz;
