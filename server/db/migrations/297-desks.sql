-- What staff do: the sealed audit log, choices, exports, letters.

-- Who did what to which object: append only, ids and no personal data (the person's own row holds
-- those).
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
create index audit_at on audit (at);
create index audit_of_action on audit (action text_pattern_ops, id);
create index audit_of_actor on audit (actor, id);
create index audit_of_object on audit (object_kind, object_id, id);
-- What the search of the desk asks by.
create index audit_of_object_id on audit (object_id, id);

create table audit_seals (
  id bigint generated always as identity primary key,
  from_id bigint not null unique,
  to_id bigint not null unique,
  entries integer not null check (entries > 0),
  previous_hash bytea not null,
  hash bytea not null,
  at timestamptz not null,
  constraint audit_seals_check check (from_id <= to_id)
);

-- What somebody at a desk chose for a list: its columns, the views they named. Theirs alone, on
-- every device.
create table desk_choices (
  account_id uuid not null references accounts (id) on delete cascade,
  name text not null,
  value jsonb not null,
  chosen_at timestamptz not null,
  primary key (account_id, name)
);

-- A report asked for as a file: a job makes it, whoever asked finds it again for a day. `reason`:
-- why whole IINs were asked for; the row stays with it when the file is gone.
create table exports (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id),
  report text not null,
  format text not null check (format in ('xlsx', 'csv')),
  -- What the report was narrowed to: the period and filters, never a person.
  asked jsonb not null,
  locale text not null,
  persons text not null check (persons in ('masked', 'full')),
  reason text not null default '',
  state text not null default 'queued' check (state in ('queued', 'making', 'done', 'failed', 'stopped', 'gone')),
  failure text,
  rows_done integer not null default 0,
  rows_all integer,
  bytes bigint,
  downloads integer not null default 0,
  created_at timestamptz not null,
  touched_at timestamptz not null,
  expires_at timestamptz,
  constraint exports_check check ((persons = 'masked') or (length(reason) >= 10))
);
create index exports_of on exports (account_id, created_at desc);
create index exports_open on exports (touched_at) where state = any (array['queued', 'making']);
create index exports_over on exports (expires_at) where state = 'done';

create table feedback (
  id uuid primary key,
  name text not null,
  phone text not null check (phone ~ '^7[0-9]{10}$'),
  email text not null,
  text text not null,
  locale text not null check (locale in ('kz', 'ru')),
  created_at timestamptz not null,
  sent_at timestamptz,
  state text not null default 'new' check (state in ('new', 'in_work', 'answered')),
  handled_by text,
  handled_at timestamptz,
  note text not null default '',
  -- Beside messages the contact desk gets wishes to be called and organisations that want a bill.
  -- Each has a number that the person is told; it opens nothing. `call_until` is null where
  -- somebody wants to be called as soon as possible.
  number bigint generated always as identity (start with 1001),
  kind text not null default 'message' check (kind in ('message', 'call_back', 'organisation')),
  call_from timestamptz,
  call_until timestamptz,
  organisation jsonb,
  constraint feedback_call check ((kind = 'call_back') = (call_from is not null)),
  constraint feedback_organisation check ((kind = 'organisation') = (organisation is not null))
);
create index feedback_by_state on feedback (state, created_at desc);
create unique index feedback_number on feedback (number);
create index feedback_unsent on feedback (created_at) where sent_at is null;

create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit is append-only';
end $$;
create trigger audit_append_only before delete or update or truncate on audit for each statement execute function audit_is_append_only();

create trigger audit_seals_append_only before delete or update or truncate on audit_seals for each statement execute function audit_is_append_only();

-- One row as the bytes that are hashed. Written in the database, so that what is sealed is what is
-- stored.
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
