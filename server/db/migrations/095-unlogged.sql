-- What may be forgotten when the database itself crashes need not reach the disk before an answer does: marks of requests under way and
-- counters of limits. A killed process loses nothing of them.
alter table requests_in_progress set unlogged;
alter table rate_limits set unlogged;
