-- Staff: how long a session may lie unused, and sign-ins that wait for the code of the second step.

-- Of the session itself, so that a desk's session ends sooner than a client's.
alter table tokens add column idle_seconds integer not null default 1209600 check (idle_seconds > 0);

create table pending_sign_ins (
  hash bytea primary key,
  account_id uuid not null references accounts (id),
  began_by text not null check (began_by in ('password', 'temporary')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index pending_sign_ins_old on pending_sign_ins (expires_at);

-- The list of a desk: everybody who is not a client.
create index accounts_of_staff on accounts (role, surname, name, id) where role <> 'user';
