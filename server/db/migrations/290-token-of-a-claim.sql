-- The token of one claim: what a code of somebody who may only buy opens of a cabinet (decision 224). It goes with its draft.
alter table tokens add column draft_id uuid references claim_drafts (id) on delete cascade;
alter table tokens drop constraint tokens_kind_check;
alter table tokens add constraint tokens_kind_check check (kind in ('purchase', 'user', 'promoter', 'order', 'claim'));
alter table tokens add constraint tokens_claim_check check ((kind = 'claim') = (draft_id is not null));
create index tokens_draft on tokens (draft_id) where draft_id is not null;

-- When the person proved who they are, where that was before the token was made; null: then.
alter table tokens add column proved_at timestamptz;
