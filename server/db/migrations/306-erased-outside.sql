-- What of an erased person still lies outside the database: bytes of files, cards at the acquirer. Written with
-- the erasure itself, so that nothing outside is destroyed before it stands, and nothing is forgotten after.
create table erased_outside (
  kind text not null check (kind in ('file', 'card')),
  key text not null,
  account_id uuid not null,
  primary key (kind, key)
);
