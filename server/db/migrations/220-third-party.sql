-- A claim begun by somebody who was harmed and is no party to the contract (decision 224): what they named the one at fault by, a plate or
-- a policy's number. The policy found by it stands in policy_id and is never told to them.
alter table claim_drafts add column against text;
