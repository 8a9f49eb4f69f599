-- What processes share: limits, journals, clean-ups, copies of sales.

create unlogged table rate_limits (
  key character varying(255) primary key,
  points integer not null default 0,
  expire bigint
);

create unlogged table requests_in_progress (
  key text primary key,
  started_at timestamptz not null default now()
);

create table outside_calls (
  id bigint generated always as identity primary key,
  system text not null,
  operation text not null,
  key text,
  started_at timestamptz not null,
  duration_ms integer not null,
  attempts integer not null,
  outcome text not null,
  status integer,
  note text
);
create index outside_calls_key on outside_calls (key) where key is not null;
-- The status page asks for the last answer and the last failure of each system.
create index outside_calls_outcome on outside_calls (system, operation, outcome, started_at desc);
create index outside_calls_time on outside_calls (started_at);

-- Calls of each operation of each outside system in a quarter of an hour: a mean over a system
-- hides the one operation that fails. `call_quarters` is read no more;
-- a later migration drops it.
create table operation_quarters (
  id bigint generated always as identity unique,
  system text not null,
  operation text not null,
  quarter timestamptz not null,
  calls integer not null,
  failures integer not null,
  -- Of the calls that were answered, together.
  answered_ms bigint not null,
  primary key (system, operation, quarter)
);

-- How often each outside system was asked in a quarter of an hour, how often in vain and how long
-- it took: the status desk reads a day of it in 96 rows a system, however many calls there were.
create table call_quarters (
  id bigint generated always as identity unique,
  system text not null,
  quarter timestamptz not null,
  calls integer not null,
  failures integer not null,
  -- Of the calls that were answered, together.
  answered_ms bigint not null,
  primary key (system, quarter)
);

create table cleanups (
  day date primary key,
  started_at timestamptz not null,
  finished_at timestamptz,
  removed jsonb not null default '{}'
);

create table backups (
  id bigint generated always as identity primary key,
  taken_at timestamptz not null default now(),
  bytes bigint not null,
  rows bigint not null,
  files integer not null
);
create index backups_latest on backups (taken_at desc);

-- Which server wrote last, by the cluster's number and its timeline, and when. A server that took
-- over has another timeline than the row it got from the one before; all that was written before
-- `seen_at` it has, too.
create table database_line (
  one boolean primary key default true check (one),
  cluster text not null,
  line bigint not null,
  seen_at timestamptz not null
);

-- A search goes over the copies of sales outside of the database, some at a time, and three times:
-- a process may have been late.
create table lost_searches (
  id uuid primary key default gen_random_uuid(),
  since timestamptz not null,
  reason text not null,
  asked_at timestamptz not null,
  looks integer not null default 0,
  -- The last copy that was looked at in this look; '' before the first.
  at_key text not null default '',
  next_look_at timestamptz,
  copies integer not null default 0,
  -- Copies of sales that a search could not read in its last look: they are tried again.
  unread integer not null default 0
);
create index lost_searches_open on lost_searches (next_look_at) where next_look_at is not null;

-- What was done about what we no longer knew, once for each attempt to pay, policy or sale.
create table lost_finds (
  about text not null,
  -- sale: came back with what is to be paid; payment: an attempt of a sale we knew; number: theirs
  -- of an attempt we knew; left: for people, the note says why; policy: they hold one whose sale
  -- nobody here knows; ended: they have ended one in force here.
  what text not null check (what in ('sale', 'payment', 'number', 'left', 'policy', 'ended')),
  search_id uuid not null references lost_searches (id),
  sale_id text,
  note text not null default '',
  found_at timestamptz not null,
  settled_at timestamptz,
  -- Who of the staff settled what was left for people, and how; null where the product did it by
  -- itself.
  settled_by text,
  settled_how text not null default '',
  primary key (about, what)
);
create index lost_finds_open on lost_finds (found_at) where (settled_at is null) and (what = any (array['left', 'policy', 'ended']));

alter table promoter_terms add constraint promoter_terms_account_id_fkey foreign key (account_id) references accounts(id);
alter table promoter_terms add constraint promoter_terms_set_by_fkey foreign key (set_by) references accounts(id);
alter table reference_proposals add constraint reference_proposals_decided_by_fkey foreign key (decided_by) references accounts(id);
alter table reference_proposals add constraint reference_proposals_proposed_by_fkey foreign key (proposed_by) references accounts(id);
alter table tokens add constraint tokens_draft_id_fkey foreign key (draft_id) references claim_drafts(id) on delete cascade;
alter table tokens add constraint tokens_order_id_fkey foreign key (order_id) references orders(id) on delete cascade;
alter table tokens add constraint tokens_partner_visit_fkey foreign key (partner_visit) references partner_visits(id) on delete set null;
alter table reminders add constraint reminders_policy_id_fkey foreign key (policy_id) references policies(id);
alter table messages add constraint messages_claim_id_fkey foreign key (claim_id) references claims(id);
alter table payment_attempts add constraint payment_attempts_card_id_fkey foreign key (card_id) references cards(id);
alter table claim_requests add constraint claim_requests_file_id_fkey foreign key (file_id) references files(id);
