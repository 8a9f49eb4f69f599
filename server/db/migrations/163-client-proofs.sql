-- A policyholder's code opens a policy to a promoter who did not sell it: to be read in full, calculated anew and reissued, for half an hour.
alter table codes drop constraint codes_purpose_check;
alter table codes add constraint codes_purpose_check check (purpose in ('sign_in', 'phone', 'email', 'terminate', 'password', 'client_proof'));

create table client_proofs (
  -- The promoter who was told the code.
  account_id uuid not null references accounts (id),
  -- Another company's policy may be opened too, and has no row of ours.
  global_id text not null,
  expires_at timestamptz not null,
  primary key (account_id, global_id)
);
create index client_proofs_old on client_proofs (expires_at);
