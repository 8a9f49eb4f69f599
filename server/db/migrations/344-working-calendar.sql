-- Days that an order of the government makes free or worked, beside those of the law that the program knows
-- (domain/claims/holidays.ts): the calendar of duties counts by both.
create table calendar_days (
  day date not null,
  works boolean not null,
  -- The order, by its number and date.
  ground text not null,
  effective_from date not null,
  effective_to date,
  sample boolean not null default true,
  primary key (day, effective_from)
);
