-- A second signature is held as a decision of one's own is: the signature waits on until it goes.
alter table claim_holds add column signature_id uuid references signatures (id) on delete cascade;
