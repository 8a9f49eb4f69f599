-- The money of a claim is asked of the client's own insurer, who has 7 working days (26-1 § 2):
-- decided when the claim comes (`isDirect`). Claims that are here: as that rule would have said.
alter table claims add column direct boolean not null default false;
update claims set direct = true
where policy_type = 'ogpo' and claim_status = 'injured' and claim_case <> 'third-party'
  and details ->> 'by' is distinct from 'third-party'
  and coalesce(details -> 'answers' ->> 'injured', 'false') <> 'true';
