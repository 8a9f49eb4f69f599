-- What staff say among themselves about an order, a claim, a client or a message of the contact
-- desk, and who leads it. `id` is the key of the form it was written in: a press that comes twice
-- is one note. `act`: said; given to a colleague (`handed_to`); let go, by whoever led it.
create table desk_notes (
  id uuid primary key,
  seq bigint generated always as identity unique,
  about text not null check (about in ('order', 'claim', 'client', 'inbox')),
  subject text not null,
  act text not null default 'said' check (act in ('said', 'handed', 'left')),
  text text not null check (act <> 'said' or text <> ''),
  actor text not null,
  handed_to uuid references accounts (id) on delete set null,
  at timestamptz not null
);
create index desk_notes_of on desk_notes (about, subject, seq);
create index desk_notes_handed_to on desk_notes (handed_to) where handed_to is not null;
create index desk_notes_words on desk_notes using gin (lower(text) gin_trgm_ops);

-- Whom a note names with `@`: it waits for them until they have read it.
create table desk_mentions (
  note_id uuid not null references desk_notes (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  read_at timestamptz,
  primary key (note_id, account_id)
);
create index desk_mentions_unread on desk_mentions (account_id) where read_at is null;

-- Who leads a case. Of a message it is who works at it (`feedback.handled_by`).
create table desk_owners (
  about text not null check (about in ('order', 'claim', 'client')),
  subject text not null,
  account_id uuid not null references accounts (id) on delete cascade,
  since timestamptz not null,
  primary key (about, subject)
);
create index desk_owners_account on desk_owners (account_id);

-- Whoever takes a claim for consideration leads it, until it is given to somebody else.
create function claim_taken() returns trigger language plpgsql as $$
begin
  insert into desk_owners (about, subject, account_id, since)
  select 'claim', new.claim_id, id, new.at from accounts where 'staff:' || id = new.actor
  on conflict (about, subject) do update set account_id = excluded.account_id, since = excluded.since;
  return null;
end $$;
create trigger claim_taken after insert on claim_history for each row
  when (new.state = 'under_consideration') execute function claim_taken();
insert into desk_owners (about, subject, account_id, since)
select distinct on (claim_id) 'claim', claim_id, accounts.id, at from claim_history
join accounts on 'staff:' || accounts.id = actor
where state = 'under_consideration' order by claim_id, claim_history.id desc;

-- What calls were about is a note of the client; processes of the older version still write it there.
insert into desk_notes (id, about, subject, text, actor, at)
select gen_random_uuid(), 'client', account_id::text, text, actor, at from client_notes
where text <> '' order by id;
create function client_note_kept() returns trigger language plpgsql as $$
begin
  insert into desk_notes (id, about, subject, text, actor, at)
  select gen_random_uuid(), 'client', new.account_id::text, new.text, new.actor, new.at
  where new.text <> '';
  return null;
end $$;
create trigger client_note_kept after insert on client_notes for each row execute function client_note_kept();

create trigger desk_changed after insert on desk_notes for each row execute function desk_changed('subject');
create trigger desk_list_changed after insert on desk_notes for each statement execute function desk_list_changed('my-cases');
create trigger desk_list_changed after insert or update on desk_mentions for each statement execute function desk_list_changed('my-cases');
create trigger desk_list_changed after insert or update or delete on desk_owners for each statement execute function desk_list_changed('my-cases');
