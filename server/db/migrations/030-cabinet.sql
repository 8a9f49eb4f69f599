-- The client's cabinet: accounts, sign-in, sessions, codes, cards, terminations, claims and their files.

-- Promoters have accounts apart, with their own login: the realm keeps them so.
create table accounts (
  id uuid primary key default gen_random_uuid(),
  realm text not null default 'cabinet' check (realm in ('cabinet', 'promoter')),
  iin text not null check (iin ~ '^[0-9]{12}$'),
  role text not null default 'user' check (role in ('user', 'accountant', 'staff', 'promoter')),
  administrator boolean not null default false,
  surname text not null default '',
  name text not null default '',
  patronymic text not null default '',
  phone text check (phone ~ '^7[0-9]{10}$'),
  email text,
  email_confirmed_at timestamptz,
  locale text not null default 'kz',
  password_hash text,
  -- The password sent by SMS stands beside the own one until it is used: a stranger who asks for it takes nothing from the owner.
  temporary_hash text,
  temporary_sent_at timestamptz,
  temporary_until timestamptz,
  password_state text generated always as (
    case when temporary_hash is not null then 'temporary' when password_hash is not null then 'own' else 'none' end
  ) stored,
  blocked_at timestamptz,
  cards_asked_at timestamptz,
  created_at timestamptz not null,
  check ((realm = 'promoter') = (role = 'promoter')),
  unique (realm, iin)
);
create unique index accounts_phone on accounts (phone) where realm = 'cabinet' and phone is not null;

alter table tokens add column id uuid not null default gen_random_uuid();
alter table tokens add column account_id uuid references accounts (id);
alter table tokens add column device text not null default '';
alter table tokens add column began_by text check (began_by in ('password', 'temporary', 'code'));
create unique index tokens_id on tokens (id);
create index tokens_account on tokens (account_id) where revoked_at is null;

create table sign_in_failures (
  id bigint generated always as identity primary key,
  realm text not null,
  iin text not null,
  address text not null,
  at timestamptz not null
);
create index sign_in_failures_of on sign_in_failures (realm, iin, at);
create index sign_in_failures_at on sign_in_failures (at);
create table sign_in_locks (
  realm text not null,
  iin text not null,
  address text not null,
  until timestamptz not null,
  primary key (realm, iin, address)
);

-- Our own one-time codes: sign-in, a new phone or e-mail, the confirmation of a termination.
create table codes (
  id uuid primary key default gen_random_uuid(),
  purpose text not null check (purpose in ('sign_in', 'phone', 'email', 'terminate')),
  -- What the code is for: the phone, the address, the calculation.
  subject text not null,
  account_id uuid references accounts (id),
  hash bytea not null,
  tries integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index codes_newest on codes (purpose, subject, sent_at desc);

create table cards (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id),
  token text not null,
  outside_id text not null,
  masked_pan text not null,
  valid_to text not null,
  active boolean not null default false,
  added_at timestamptz not null,
  removed_at timestamptz,
  unique (account_id, token)
);
create unique index cards_one_active on cards (account_id) where active and removed_at is null;

create table policy_endings (
  id uuid primary key default gen_random_uuid(),
  policy_id uuid not null references policies (id),
  kind text not null check (kind in ('terminate', 'cancel')),
  reason text not null,
  state text not null check (state in ('calculated', 'accepted', 'done', 'dropped')),
  lines jsonb not null,
  refund integer not null check (refund >= 0),
  retained integer not null,
  retained_percent integer not null,
  elapsed_days integer not null,
  total_days integer not null,
  requested_on date not null,
  actor text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  done_at timestamptz
);
create unique index policy_endings_one on policy_endings (policy_id) where state in ('accepted', 'done');
create index policy_endings_open on policy_endings (accepted_at) where state = 'accepted';
create index refunds_of_attempt on refunds (attempt_id);

create sequence claim_numbers;
create table claims (
  id text primary key,
  account_id uuid not null references accounts (id),
  iin text not null,
  idempotency_key text,
  policy_id uuid not null references policies (id),
  policy_number text not null,
  policy_type text not null check (policy_type in ('ogpo', 'home')),
  state text not null,
  claim_case text not null,
  claim_status text not null,
  damage_type text not null,
  visible_to_client boolean not null default false,
  -- Days of Almaty from which the law's working days count; null until it has happened.
  submitted_on date not null,
  decided_on date,
  paid_on date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (account_id, idempotency_key)
);
create index claims_of on claims (account_id, created_at desc);
create index claims_by_state on claims (state, created_at);

create table claim_history (
  id bigint generated always as identity primary key,
  claim_id text not null references claims (id),
  state text not null,
  at timestamptz not null,
  actor text not null,
  reason text not null
);
create index claim_history_of on claim_history (claim_id, id);

-- What is kept outside the database through the files port; seen only by the owner and staff.
create table files (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references accounts (id),
  claim_id text references claims (id),
  kind text not null check (kind in ('slot', 'evaluation_report')),
  slot text not null,
  name text not null,
  mime text not null,
  size integer not null,
  sha256 bytea not null,
  storage_key text not null unique,
  created_at timestamptz not null
);
create index files_of_claim on files (claim_id);

create table claim_messages (
  id bigint generated always as identity primary key,
  claim_id text not null references claims (id),
  author text not null check (author in ('client', 'staff')),
  actor text not null,
  body text not null,
  at timestamptz not null
);
create index claim_messages_of on claim_messages (claim_id, id);

create table claim_requests (
  id bigint generated always as identity primary key,
  claim_id text not null references claims (id),
  slot text not null,
  note text not null,
  at timestamptz not null,
  answered_at timestamptz
);
create index claim_requests_of on claim_requests (claim_id, id);

create table file_links (
  hash bytea primary key,
  file_id uuid not null references files (id),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index file_links_old on file_links (expires_at);
