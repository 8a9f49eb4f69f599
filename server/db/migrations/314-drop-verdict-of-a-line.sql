-- A line is judged when it is asked (`judged_statement_rows`): nothing writes or reads this column.
alter table statement_rows drop column verdict;
