-- The money of a claim is asked of one's own insurer, who pays within 7 working days (446-II, art. 26-1): a client was hit and asks
-- under their own contract (`isDirect` in domain/claims/facts.ts). Decided once, when the claim is made.
alter table claims add column direct boolean not null default false;
update claims set direct = true
  where policy_type = 'ogpo' and claim_status = 'injured' and details ->> 'by' is distinct from 'third-party';
