-- The KYC desk: what was compared, who decided what, where a list's version came from, screening the clients again.

-- The names and the date of birth that were compared; the matches hold the entry as it stood then.
alter table screenings add column compared jsonb not null default '{}';

-- The id names a case in the audit log, which holds no IIN.
alter table kyc_cases add column id uuid not null default gen_random_uuid();
create unique index kyc_cases_id on kyc_cases (id);
-- Where it was found: at a sale, when a list changed, at the desk.
alter table kyc_cases add column origin text not null default 'sale' check (origin in ('sale', 'rescreen', 'desk'));
alter table kyc_cases add column opened_at timestamptz not null default now();
-- Set when staff have decided (block kept or taken off); a new entry takes it away.
alter table kyc_cases add column decided_at timestamptz;
create index kyc_cases_to_decide on kyc_cases (opened_at desc, iin) where status = 'blocked' and decided_at is null;

create table kyc_history (
  id bigint generated always as identity primary key,
  iin text not null,
  -- `released`: the lists themselves no longer say anything against the person.
  event text not null check (event in ('blocked', 'kept', 'unblocked', 'released')),
  reason text,
  actor text not null,
  screening_id bigint references screenings (id),
  at timestamptz not null
);
create index kyc_history_of on kyc_history (iin, id);

alter table aml_versions add column origin text not null default 'fetched' check (origin in ('fetched', 'uploaded'));
alter table aml_versions add column actor text not null default 'job:aml-import';
alter table aml_refused add column origin text not null default 'fetched' check (origin in ('fetched', 'uploaded'));
alter table aml_refused add column actor text not null default 'job:aml-import';
create index aml_refused_newest on aml_refused (list_code, at desc);

-- One walk over the clients with policies in force, begun by a new version of a list. A later walk takes the place of an open one.
create table kyc_rescreens (
  id bigint generated always as identity primary key,
  list_code text not null references aml_lists (code),
  state text not null default 'running' check (state in ('running', 'done', 'replaced')),
  -- Everybody up to this IIN has been screened.
  after_iin text not null default '',
  checked integer not null default 0,
  blocked integer not null default 0,
  started_at timestamptz not null,
  moved_at timestamptz not null,
  finished_at timestamptz
);
create index kyc_rescreens_open on kyc_rescreens (id) where state = 'running';
create index policies_in_force on policies (policyholder_iin) where state in ('active', 'pending');
