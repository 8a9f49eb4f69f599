-- What an asynchronous failover or a restored backup lost is looked for outside (decision 230).

-- Which server wrote last, by the cluster's number and its timeline, and when. A server that took over has another timeline than the row
-- it got from the one before; all that was written before `seen_at` it has, too.
create table database_line (
  one boolean primary key default true check (one),
  cluster text not null,
  line bigint not null,
  seen_at timestamptz not null
);

-- A search goes over the copies of sales outside of the database, some at a time, and three times: a process may have been late.
create table lost_searches (
  id uuid primary key default gen_random_uuid(),
  since timestamptz not null,
  reason text not null,
  asked_at timestamptz not null,
  looks integer not null default 0,
  -- The last copy that was looked at in this look; '' before the first.
  at_key text not null default '',
  next_look_at timestamptz,
  copies integer not null default 0
);
create index lost_searches_open on lost_searches (next_look_at) where next_look_at is not null;

-- What was done about what we no longer knew, once for each attempt to pay, policy or sale.
create table lost_finds (
  about text not null,
  -- sale: came back with what is to be paid; payment: an attempt of a sale we knew; number: theirs of an attempt we knew;
  -- left: for people, the note says why; policy: they hold one whose sale nobody here knows; ended: they have ended one in force here.
  what text not null check (what in ('sale', 'payment', 'number', 'left', 'policy', 'ended')),
  search_id uuid not null references lost_searches (id),
  sale_id text,
  note text not null default '',
  found_at timestamptz not null,
  settled_at timestamptz,
  primary key (about, what)
);
create index lost_finds_open on lost_finds (found_at) where settled_at is null and what in ('left', 'policy', 'ended');
