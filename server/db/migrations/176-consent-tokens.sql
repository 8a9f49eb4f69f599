-- What the state's consent service gave for a person's consent (docs/decisions/175): sent with every request for that person's data.

create table consent_tokens (
  iin text not null,
  -- Whoever may use it: the asker of the consent (161).
  asked_by text not null,
  asker text not null,
  -- The consent it came of; null: the asker's word, with no row of its own.
  consent_id uuid references consents (id) on delete cascade,
  -- Our number of the process, kept before it is asked: asked again with it, its state is told.
  request_number uuid not null,
  asked_at timestamptz not null,
  -- Token and public key, encrypted; null while the process has given none.
  sealed bytea,
  expires_at timestamptz,
  primary key (iin, asked_by, asker),
  check ((sealed is null) = (expires_at is null))
);
create index consent_tokens_old on consent_tokens (coalesce(expires_at, asked_at));

-- The code a buyer types is ours, kept as a keyed hash.
alter table otp_codes add column hash bytea;
