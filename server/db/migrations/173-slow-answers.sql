-- Calls that took longer than an answer may: what was asked, so that any process can go on with it, and the answer for who asks again. Gone
-- within the hour, and with the session that asked.
create table slow_answers (
  id uuid primary key default gen_random_uuid(),
  -- A digest of the call, who makes it and what is asked.
  key text not null unique,
  call text not null,
  token_hash bytea not null references tokens (hash) on delete cascade,
  -- As it came: the order of its fields is part of an application's digest.
  body json not null,
  locale text not null,
  request_id text not null,
  address text not null,
  device text not null,
  begun_at timestamptz not null default now(),
  answered_at timestamptz,
  told jsonb
);
create index slow_answers_token on slow_answers (token_hash);
