-- The promoter's portal: whose sale it is, the switch that stops issuance, drafts, hand-offs to the client, why sales failed.

alter table policies add column promoter_iin text;
create index policies_of_promoter on policies (promoter_iin, end_date, id) where promoter_iin is not null;
create index policies_vehicles on policies using gin ((facts -> 'vehicles') jsonb_path_ops);
create index orders_of_promoter_phone on orders (promoter_iin, phone) where promoter_iin is not null;

-- What else a device measures (spec section 3, "Geolocation record"); iin is the one signed in.
alter table positions add column altitude double precision;
alter table positions add column altitude_accuracy double precision;
alter table positions add column heading double precision;
alter table positions add column speed double precision;
create index positions_of on positions (iin, at desc) where iin is not null;

-- One row: the switch of the whole portal.
create table block_page (
  one boolean primary key default true check (one),
  is_blocked boolean not null,
  date_from timestamptz,
  date_to timestamptz,
  text text not null,
  actor text not null,
  saved_at timestamptz not null
);

create table promoter_failures (
  id bigint generated always as identity primary key,
  promoter_iin text not null,
  stage text not null check (stage in ('calculate', 'order')),
  code integer not null,
  reason text not null default '',
  at timestamptz not null
);
create index promoter_failures_of on promoter_failures (promoter_iin, at);

-- An unfinished sale, kept for a day under the id its device made. Deleted, its content is gone and the id stays till the end of the day.
create table promoter_drafts (
  account_id uuid not null references accounts (id),
  id uuid not null,
  revision integer not null,
  title text not null,
  application_id uuid,
  content jsonb,
  saved_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, id)
);
create index promoter_drafts_old on promoter_drafts (expires_at);
create index promoter_drafts_of_application on promoter_drafts (application_id) where application_id is not null;

-- A quote handed to the client to agree and pay on their own phone.
create table hand_offs (
  key text primary key,
  quote_id uuid not null unique references quotes (id),
  email text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  seen_at timestamptz,
  consented_at timestamptz
);
