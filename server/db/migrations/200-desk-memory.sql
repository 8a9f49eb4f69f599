-- What somebody at a desk chose for a list: its columns, the views they named. Theirs alone, on every device.
create table desk_choices (
  account_id uuid not null references accounts (id) on delete cascade,
  name text not null,
  value jsonb not null,
  chosen_at timestamptz not null,
  primary key (account_id, name)
);
-- The search at the desks asks for claims of the policies it found.
create index claims_of_policy on claims (policy_id);
