-- The audit log sealed in batches: each seal holds the hash of its rows and of the seal before it.

create table audit_seals (
  id bigint generated always as identity primary key,
  from_id bigint not null unique,
  to_id bigint not null unique,
  entries integer not null check (entries > 0),
  previous_hash bytea not null,
  hash bytea not null,
  at timestamptz not null,
  check (from_id <= to_id)
);
create trigger audit_seals_append_only before update or delete or truncate on audit_seals
  for each statement execute function audit_is_append_only();

-- What the search of the desk asks by.
create index audit_of_object_id on audit (object_id, id);
create index audit_of_action on audit (action text_pattern_ops, id);
create index audit_at on audit (at);

-- One row as the bytes that are hashed. Written in the database, so that what is sealed is what is stored.
create function audit_row_text(a audit) returns text language sql immutable as $$
  select jsonb_build_array(
    a.id, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), a.actor, a.action, a.object_kind, a.object_id, a.details
  )::text
$$;
-- The hash of a batch: that of the batch before it, then the rows in their order.
create function audit_batch_hash(previous bytea, first_id bigint, last_id bigint) returns bytea language sql stable as $$
  select sha256(previous || convert_to(coalesce(string_agg(audit_row_text(a), E'\n' order by a.id), ''), 'UTF8'))
  from audit a where a.id between first_id and last_id
$$;

-- Why a user was blocked. It stands here and not in the audit log, whose words are codes and ids.
alter table accounts add column blocked_reason text;
