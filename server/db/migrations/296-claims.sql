-- Claims, their drafts and files.

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
  property_address text,
  documents_on date,
  -- The same for claims: what their policy's order says.
  insurer_code text,
  source text,
  promoter_iin text,
  -- What a claim of the client's way was told, how it was signed and who confirmed the identity:
  -- ClaimDetails of server/claims/client.ts. Null for one sent as six files.
  details jsonb,
  -- The desk's case of a claim: what is asked, estimated and to be paid, and a person's verdict on
  -- each paper.
  asked_sum integer check (asked_sum >= 0),
  estimated_sum integer check (estimated_sum >= 0),
  payable_sum integer check (payable_sum >= 0),
  constraint claims_account_id_idempotency_key_key unique (account_id, idempotency_key)
);
create index claims_by_state on claims (state, created_at);
-- Two claims of one accident are looked for by its day.
create index claims_happened on claims (((details #>> '{answers,on}'::text[]))) where details is not null;
create index claims_of on claims (account_id, created_at desc);
-- The search at the desks asks for claims of the policies it found.
create index claims_of_policy on claims (policy_id);
create index claims_report on claims (created_at desc, id desc) include (state, insurer_code, source, promoter_iin);
create index claims_report_insurer on claims (insurer_code, created_at desc, id desc);
create index claims_report_state on claims (state, created_at desc, id desc);
comment on column claims.documents_on is 'the day the last missing document came: the working days count from it, else from submitted_on';

create table claim_history (
  id bigint generated always as identity primary key,
  claim_id text not null references claims (id),
  state text not null,
  at timestamptz not null,
  actor text not null,
  reason text not null
);
create index claim_history_of on claim_history (claim_id, id);

create table claim_events (
  id bigint generated always as identity primary key,
  claim_id text not null references claims (id),
  at timestamptz not null,
  -- 'client', 'staff:<account id>'.
  actor text not null,
  what text not null,
  note text not null default ''
);
create index claim_events_of on claim_events (claim_id, id);

create table claim_requests (
  id bigint generated always as identity primary key,
  claim_id text not null references claims (id),
  slot text not null,
  note text not null,
  at timestamptz not null,
  answered_at timestamptz,
  actor text not null default '',
  file_id uuid
);
create index claim_requests_of on claim_requests (claim_id, id);

create table claim_messages (
  id bigint generated always as identity primary key,
  claim_id text not null references claims (id),
  author text not null check (author in ('client', 'staff')),
  actor text not null,
  body text not null,
  at timestamptz not null
);
create index claim_messages_of on claim_messages (claim_id, id);

-- A claim that is begun and not sent waits on the server, with its photographs.
create table claim_drafts (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  policy_id uuid references policies (id),
  -- What the client answered so far: ClaimAnswers of contract/claim-draft.ts.
  answers jsonb not null default '{}',
  -- Grows with every change; what was shown to be signed is what is signed.
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The claim it became: sent again, it is the same one.
  claim_id text references claims (id),
  -- A claim begun by somebody who was harmed and is no party to the contract: what they named the
  -- one at fault by, a plate or a policy's number. The policy found by it stands in policy_id and
  -- is never told to them.
  against text
);
create index claim_drafts_by_age on claim_drafts (updated_at);
create index claim_drafts_by_claim on claim_drafts (claim_id) where claim_id is not null;
create index claim_drafts_of on claim_drafts (account_id, updated_at desc);

-- What is kept outside the database through the files port; seen only by the owner and staff.
create table files (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references accounts (id),
  claim_id text references claims (id),
  kind text not null check (kind in ('slot', 'evaluation_report', 'photo')),
  slot text not null,
  name text not null,
  mime text not null,
  size integer not null,
  sha256 bytea not null,
  storage_key text not null unique,
  created_at timestamptz not null,
  -- What people upload is opened by others only when the scanner has found nothing in it. Files of
  -- before this wait as well: the sweep asks for their scan. Of an infected one the row stays, with
  -- the name of what was found; its bytes are destroyed.
  scan text not null default 'waiting' check (scan in ('waiting', 'clean', 'infected')),
  scanned_at timestamptz,
  signature text,
  destroyed_at timestamptz,
  -- A file of a draft has no claim yet. A photograph's slot is what it shows. Checks that are wider
  -- than before are not held against the rows that stand while nobody may write: 236 does it beside
  -- the writers.
  draft_id uuid references claim_drafts (id),
  -- Where the camera of a claim's photograph stood, in degrees, as its notes or the phone said it;
  -- null where nothing is known.
  taken_latitude double precision,
  taken_longitude double precision
);
-- The same file in another claim is a sign somebody looks at.
create index files_by_content on files (sha256) where claim_id is not null;
create index files_of_claim on files (claim_id);
create index files_of_draft on files (draft_id) where draft_id is not null;
create index files_to_destroy on files (created_at) where (scan = 'infected') and (destroyed_at is null);
create index files_unscanned on files (created_at) where (scan = 'waiting') and (claim_id is not null);

create table file_links (
  hash bytea primary key,
  file_id uuid not null references files (id),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index file_links_old on file_links (expires_at);

-- How a photograph of a claim looks, in 128 bits: alike photographs have alike prints. Null where
-- nothing can be said of it: plain, unreadable, too large.
create table photograph_prints (
  file_id uuid primary key references files (id) on delete cascade,
  across bigint,
  down bigint,
  -- Four parts of `across`, each with its place: two alike prints share one of them.
  bands integer[] not null default '{}'::integer[],
  made_at timestamptz not null,
  -- The points of brightness a print is made of, row by row: of a photograph that was turned or
  -- mirrored other prints are made of them. Null in a print of before, which is made again, and in
  -- an empty one.
  points bytea,
  -- A photograph as small as the desk's list of papers shows it: WebP of some kilobytes. Null where
  -- it was not decoded.
  small bytea,
  constraint photograph_prints_check check ((across is null) = (down is null))
);
create index photograph_prints_alike on photograph_prints using gin (bands);
create index photograph_prints_without_points on photograph_prints (file_id) where (points is null) and (across is not null);

create table paper_verdicts (
  file_id uuid primary key references files (id) on delete cascade,
  claim_id text not null references claims (id),
  -- fits: the paper is good; again: it is to be asked for again.
  verdict text not null check (verdict in ('fits', 'again')),
  at timestamptz not null,
  actor text not null
);
create index paper_verdicts_of on paper_verdicts (claim_id);

-- The notice that two drivers sign on two phones instead of calling the police. One for each claim
-- that is begun: the first driver is its client, the second anybody who proved IIN and phone and
-- was shown the link.
create table accident_notices (
  id uuid primary key,
  draft_id uuid unique references claim_drafts (id) on delete set null,
  -- The claim the draft became.
  claim_id text unique references claims (id) on delete cascade,
  first_iin text not null,
  -- Of the link the second driver opens; the link itself is made from the id by a key of the server
  -- and stored nowhere. A new round makes the links before it worthless.
  link_hash bytea not null unique,
  link_round integer not null default 1,
  link_until timestamptz not null,
  second_iin text,
  second_phone text,
  -- NoticeShared and NoticePart of contract/accident-notice.ts.
  shared jsonb not null,
  first jsonb not null,
  second jsonb,
  -- Grows with every change, which takes both signatures away.
  version integer not null default 1,
  first_signed_at timestamptz,
  first_signed_phone text,
  second_signed_at timestamptz,
  second_signed_phone text,
  -- Both have signed: from then on nothing of it changes.
  signed_at timestamptz,
  -- Its PDF, made after both have signed.
  file_id uuid references files (id) on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint accident_notices_check check ((second_iin is null) = (second is null)),
  constraint accident_notices_check1 check (second_iin is distinct from first_iin),
  constraint accident_notices_check2 check ((signed_at is null) or ((first_signed_at is not null) and (second_signed_at is not null)))
);
create index accident_notices_by_age on accident_notices (updated_at);
create index accident_notices_file on accident_notices (file_id) where file_id is not null;
create index accident_notices_first on accident_notices (first_iin);
create index accident_notices_second on accident_notices (second_iin) where second_iin is not null;
create index accident_notices_unmade on accident_notices (signed_at) where (signed_at is not null) and (file_id is null);

create function claim_origin() returns trigger language plpgsql as $$
begin
  select coalesce(new.insurer_code, policies.insurer_code), coalesce(new.source, orders.source), coalesce(new.promoter_iin, orders.promoter_iin)
  into new.insurer_code, new.source, new.promoter_iin
  from policies left join orders on orders.id = policies.order_id where policies.id = new.policy_id;
  return new;
end $$;
create trigger claim_origin before insert on claims for each row execute function claim_origin();
create trigger desk_changed after insert or update on claims for each row execute function desk_changed('id', 'account_id');
create trigger desk_list_changed after insert or update on claims for each statement execute function desk_list_changed('claim-board');

create trigger desk_changed after insert on claim_events for each row execute function desk_changed('claim_id');
create trigger desk_list_changed after insert on claim_events for each statement execute function desk_list_changed('claim-board');

create trigger desk_changed after insert on claim_messages for each row execute function desk_changed('claim_id');
