-- The notice that two drivers sign on two phones instead of calling the police (decision 225). One for each claim that is begun: the first
-- driver is its client, the second anybody who proved IIN and phone and was shown the link.
create table accident_notices (
  id uuid primary key,
  draft_id uuid unique references claim_drafts (id) on delete set null,
  -- The claim the draft became.
  claim_id text unique references claims (id) on delete cascade,
  first_iin text not null,
  -- Of the link the second driver opens; the link itself is made from the id by a key of the server and stored nowhere. A new round makes
  -- the links before it worthless.
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
  check ((second_iin is null) = (second is null)),
  check (second_iin is distinct from first_iin),
  check (signed_at is null or (first_signed_at is not null and second_signed_at is not null))
);
create index accident_notices_by_age on accident_notices (updated_at);
create index accident_notices_unmade on accident_notices (signed_at) where signed_at is not null and file_id is null;
create index accident_notices_first on accident_notices (first_iin);
create index accident_notices_second on accident_notices (second_iin) where second_iin is not null;
create index accident_notices_file on accident_notices (file_id) where file_id is not null;
