-- Who did what to which object: append only, ids and no personal data (the person's own row holds those).
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- 'promoter:<account id>', 'staff:<account id>', 'job:<name>'.
  actor text not null,
  action text not null,
  object_kind text not null,
  object_id text not null,
  details jsonb not null default '{}'
);
create index audit_of_object on audit (object_kind, object_id, id);
create index audit_of_actor on audit (actor, id);
create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit is append-only';
end $$;
create trigger audit_append_only before update or delete or truncate on audit for each statement execute function audit_is_append_only();
