-- The desk's case of a claim: what is asked, estimated and to be paid, and a person's verdict on each paper (decision 215).
alter table claims add column asked_sum integer, add column estimated_sum integer, add column payable_sum integer;
alter table claims add constraint claims_asked_sum_check check (asked_sum >= 0) not valid,
  add constraint claims_estimated_sum_check check (estimated_sum >= 0) not valid,
  add constraint claims_payable_sum_check check (payable_sum >= 0) not valid;

create table paper_verdicts (
  file_id uuid primary key references files (id) on delete cascade,
  claim_id text not null references claims (id),
  -- fits: the paper is good; again: it is to be asked for again.
  verdict text not null check (verdict in ('fits', 'again')),
  at timestamptz not null,
  actor text not null
);
create index paper_verdicts_of on paper_verdicts (claim_id);

-- The same file in another claim is a sign somebody looks at.
create index files_by_content on files (sha256) where claim_id is not null;
