-- How a photograph of a claim looks, in 128 bits: alike photographs have alike prints (decision 227). Null where nothing can be said
-- of it: plain, unreadable, too large.
create table photograph_prints (
  file_id uuid primary key references files (id) on delete cascade,
  across bigint,
  down bigint,
  -- Four parts of `across`, each with its place: two alike prints share one of them.
  bands integer[] not null default '{}',
  made_at timestamptz not null,
  check ((across is null) = (down is null))
);
create index photograph_prints_alike on photograph_prints using gin (bands);
-- Two claims of one accident are looked for by its day.
create index claims_happened on claims ((details #>> '{answers,on}')) where details is not null;
