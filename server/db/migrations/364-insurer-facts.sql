-- What is known of an insurer, a figure a row, with its source and the day it was true on: shown where
-- somebody chooses whom to be insured by. Without a row nothing is said.
create table insurer_facts (
  id integer generated always as identity primary key,
  insurer_code text not null,
  fact text not null check (fact in ('days_to_pay', 'offices', 'complaints')),
  -- The row's key, by which it is changed and proposed.
  code text generated always as (((insurer_code || '-'::text) || fact)) stored not null,
  value numeric(5,2) not null check (value >= 0),
  source_kz text not null check (source_kz <> ''),
  source_ru text not null check (source_ru <> ''),
  as_of date not null,
  -- Invented for a demonstration, and said so wherever it is shown.
  sample boolean not null default true,
  effective_from date not null,
  effective_to date,
  unique (insurer_code, fact, effective_from)
);
