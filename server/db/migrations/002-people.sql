-- People we know, what they agreed to, and who may act for them.

create table people (
  iin text primary key check (iin ~ '^[0-9]{12}$'),
  surname text not null,
  name text not null,
  patronymic text not null default '',
  birth_date date not null,
  resident boolean not null,
  document_valid boolean not null,
  document jsonb,
  esbd_client_id text,
  phone text check (phone ~ '^7[0-9]{10}$'),
  email text,
  locale text not null default 'kz',
  -- From the register, or typed by hand from the identity document.
  origin text not null check (origin in ('register', 'document')),
  checked_at timestamptz not null
);
create unique index people_phone on people (phone) where phone is not null;

create table otp_codes (
  id uuid primary key default gen_random_uuid(),
  iin text not null,
  phone text not null,
  request_id text not null,
  tries integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index otp_codes_newest on otp_codes (iin, phone, sent_at desc);

create table tokens (
  hash bytea primary key,
  kind text not null check (kind in ('purchase', 'user', 'promoter')),
  iin text not null,
  phone text,
  role text not null default 'user',
  created_at timestamptz not null,
  used_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index tokens_of on tokens (iin, kind);

create table consents (
  id uuid primary key default gen_random_uuid(),
  iin text not null,
  phone text not null,
  kind text not null check (kind in ('policyholder', 'driver')),
  state text not null check (state in ('awaiting', 'approved', 'rejected', 'expired')),
  channel text not null,
  text_version text not null,
  request_id text unique,
  asked_by text not null,
  requested_at timestamptz not null,
  answer_until timestamptz not null,
  answered_at timestamptz,
  valid_until timestamptz,
  withdrawn_at timestamptz
);
create index consents_of on consents (iin, requested_at desc);
create index consents_awaiting on consents (answer_until) where state = 'awaiting';

create table screenings (
  id bigint generated always as identity primary key,
  iin text not null,
  decision text not null check (decision in ('clear', 'review', 'hit')),
  matches jsonb not null,
  list_versions jsonb not null,
  at timestamptz not null
);
create index screenings_of on screenings (iin, at desc);

create table kyc_cases (
  iin text primary key,
  status text not null check (status in ('blocked', 'unblocked')),
  screening_id bigint not null references screenings (id),
  -- What was decided about: the same entries do not block again after staff unblocked the person.
  entries jsonb not null,
  reason text,
  decided_by text,
  changed_at timestamptz not null
);
