-- A report asked for as a file: a job makes it, whoever asked finds it again for a day. `reason`: why whole IINs were asked for; the row stays
-- with it when the file is gone.
create table exports (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id),
  report text not null,
  format text not null check (format in ('xlsx', 'csv')),
  -- What the report was narrowed to: the period and filters, never a person.
  asked jsonb not null,
  locale text not null,
  persons text not null check (persons in ('masked', 'full')),
  reason text not null default '',
  state text not null default 'queued' check (state in ('queued', 'making', 'done', 'failed', 'stopped', 'gone')),
  failure text,
  rows_done integer not null default 0,
  rows_all integer,
  bytes bigint,
  downloads integer not null default 0,
  created_at timestamptz not null,
  touched_at timestamptz not null,
  expires_at timestamptz,
  check (persons = 'masked' or length(reason) >= 10)
);
create index exports_of on exports (account_id, created_at desc);
create index exports_open on exports (touched_at) where state in ('queued', 'making');
create index exports_over on exports (expires_at) where state = 'done';

-- What an administrator sets for a promoter, from a day on: policies of a day, and the promoter's own pay as a part of the broker's commission.
-- Null: none is set from that day on. The last row of a day counts.
create table promoter_terms (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts (id),
  effective_from date not null,
  day_goal integer check (day_goal between 1 and 200),
  pay_percent numeric(5, 2) check (pay_percent > 0 and pay_percent <= 100),
  set_at timestamptz not null,
  set_by uuid not null references accounts (id)
);
create index promoter_terms_of on promoter_terms (account_id, effective_from desc, id desc);
