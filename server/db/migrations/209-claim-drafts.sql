-- A claim that is begun and not sent waits on the server, with its photographs (decision 220).
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
  claim_id text references claims (id)
);
create index claim_drafts_of on claim_drafts (account_id, updated_at desc);
create index claim_drafts_by_age on claim_drafts (updated_at);
create index claim_drafts_by_claim on claim_drafts (claim_id) where claim_id is not null;

-- A file of a draft has no claim yet. A photograph's slot is what it shows. Checks that are wider than before are not held against the rows
-- that stand while nobody may write: 236 does it beside the writers.
alter table files add column draft_id uuid references claim_drafts (id);
create index files_of_draft on files (draft_id) where draft_id is not null;
alter table files drop constraint files_kind_check;
alter table files add constraint files_kind_check check (kind in ('slot', 'evaluation_report', 'photo')) not valid;

-- What a claim of the client's way was told, how it was signed and who confirmed the identity:
-- ClaimDetails of server/claims/claim-details.ts. Null for one sent as six files.
alter table claims add column details jsonb;

alter table codes drop constraint codes_purpose_check;
alter table codes add constraint codes_purpose_check check (purpose in ('sign_in', 'phone', 'email', 'terminate', 'password', 'client_proof', 'order', 'claim')) not valid;
