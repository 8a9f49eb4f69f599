-- Rows that staff may edit with dates: the law's tables, insurers, OGPO+, service-centre circles, AML lists, settings.

create table tariff_tables (
  version text primary key,
  effective_from date not null,
  effective_to date not null,
  data jsonb not null,
  source text not null,
  created_at timestamptz not null default now(),
  check (effective_from <= effective_to)
);

create table insurers (
  id integer generated always as identity primary key,
  code text not null,
  name_kz text not null,
  name_ru text not null,
  esbd_system_id integer not null,
  commission_percent numeric(5, 2) not null check (commission_percent between 0 and 100),
  middleman_contract text not null,
  accepts_bad_scoring boolean not null default false,
  sells_many_by_many boolean not null default true,
  correction_deviation numeric(4, 3) not null default 0 check (correction_deviation between -0.1 and 0.1),
  sort integer not null default 100,
  sample boolean not null default true,
  effective_from date not null,
  effective_to date,
  unique (code, effective_from)
);

create table ogpo_plus_rows (
  id integer generated always as identity primary key,
  payout integer not null check (payout > 0),
  premium integer not null check (premium > 0),
  sample boolean not null default true,
  effective_from date not null unique,
  effective_to date
);

create table control_points (
  code text primary key,
  name_kz text not null,
  name_ru text not null,
  latitude double precision not null,
  longitude double precision not null,
  radius_m integer not null default 200,
  invented boolean not null default true,
  active_from date not null,
  active_to date
);

create table settings (
  name text primary key,
  value jsonb not null,
  changed_at timestamptz not null default now()
);

create table aml_lists (
  code text primary key,
  title_kz text not null,
  title_ru text not null,
  effect text not null check (effect in ('block', 'review', 'flag')),
  format text not null check (format in ('afm', 'wmd', 'un')),
  path text not null,
  max_age_hours integer not null default 72,
  may_shrink_share numeric(3, 2) not null default 0.20
);

create table aml_versions (
  id bigint generated always as identity primary key,
  list_code text not null references aml_lists (code),
  version text not null,
  entries jsonb not null,
  entry_count integer not null,
  imported_at timestamptz not null,
  confirmed_at timestamptz not null,
  unique (list_code, version)
);
create index aml_versions_newest on aml_versions (list_code, confirmed_at desc);

create table aml_refused (
  id bigint generated always as identity primary key,
  list_code text not null references aml_lists (code),
  reason text not null,
  at timestamptz not null
);
