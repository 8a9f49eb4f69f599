-- A decision about a claim that has been made and has not gone yet: for some seconds whoever made it
-- may take it back. Neither the claim nor its client knows of it; one row a claim.
create table claim_holds (
  claim_id text primary key references claims (id) on delete cascade,
  id uuid not null unique default gen_random_uuid(),
  from_state text not null,
  to_state text not null,
  payable integer check (payable >= 0),
  reason text not null,
  actor text not null,
  held_at timestamptz not null,
  goes_at timestamptz not null
);
create trigger desk_changed after insert on claim_holds for each row execute function desk_changed('claim_id');
