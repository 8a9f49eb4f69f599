-- The points of brightness a print is made of, row by row: of a photograph that was turned or mirrored other prints are made of them
-- (decision 244). Null in a print of before, which is made again, and in an empty one.
alter table photograph_prints add column points bytea;
create index photograph_prints_without_points on photograph_prints (file_id) where points is null and across is not null;
