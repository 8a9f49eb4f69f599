-- Accounts, sign-in, consents, watch lists.

-- Promoters have accounts apart, with their own login: the realm keeps them so.
create table accounts (
  id uuid primary key default gen_random_uuid(),
  realm text not null default 'cabinet' check (realm in ('cabinet', 'promoter')),
  iin text not null check (iin ~ '^[0-9]{12}$'),
  role text not null default 'user' check (role in ('user', 'accountant', 'staff', 'promoter')),
  administrator boolean not null default false,
  surname text not null default '',
  name text not null default '',
  patronymic text not null default '',
  phone text check (phone ~ '^7[0-9]{10}$'),
  email text,
  email_confirmed_at timestamptz,
  locale text not null default 'kz',
  password_hash text,
  -- The password sent by SMS stands beside the own one until it is used: a stranger who asks for it
  -- takes nothing from the owner.
  temporary_hash text,
  temporary_sent_at timestamptz,
  temporary_until timestamptz,
  password_state text generated always as (
case
    when (temporary_hash is not null) then 'temporary'::text
    when (password_hash is not null) then 'own'::text
    else 'none'::text
end) stored,
  blocked_at timestamptz,
  cards_asked_at timestamptz,
  created_at timestamptz not null,
  reminders boolean not null default true,
  deletion_asked_at timestamptz,
  -- Why a user was blocked. It stands here and not in the audit log, whose words are codes and ids.
  blocked_reason text,
  -- When a requested deletion is looked at again: the day after the law's retention, as it stood
  -- when it was last counted.
  deletion_due_on date,
  constraint accounts_realm_iin_key unique (realm, iin),
  constraint accounts_check check ((realm = 'promoter') = (role = 'promoter'))
);
create index accounts_deletion_due on accounts (deletion_due_on) where deletion_due_on is not null;
-- The list of a desk: everybody who is not a client.
create index accounts_of_staff on accounts (role, surname, name, id) where role <> 'user';
create unique index accounts_phone on accounts (phone) where (realm = 'cabinet') and (phone is not null);

-- What changed of how an account is entered, as it was before: where the change is told, and what
-- "it was not me" gives back. `key_hash` is of the key in the message; rows are dropped when the
-- key is over.
create table account_changes (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id),
  change text not null,
  at timestamptz not null,
  phone text,
  email text,
  email_confirmed_at timestamptz,
  key_hash bytea unique,
  expires_at timestamptz not null,
  ended_at timestamptz,
  used_at timestamptz
);
create index account_changes_of on account_changes (account_id);
create index account_changes_over on account_changes (expires_at);

create table tokens (
  hash bytea primary key,
  kind text not null check (kind in ('purchase', 'user', 'promoter', 'order', 'claim')),
  iin text not null,
  phone text,
  role text not null default 'user',
  created_at timestamptz not null,
  used_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  id uuid not null default gen_random_uuid(),
  account_id uuid references accounts (id),
  device text not null default '',
  began_by text check (began_by in ('password', 'temporary', 'code', 'egov')),
  partner_visit uuid,
  -- Of the session itself, so that a desk's session ends sooner than a client's.
  idle_seconds integer not null default 1209600 check (idle_seconds > 0),
  order_id text,
  -- The token of one claim: what a code of somebody who may only buy opens of a cabinet. It goes
  -- with its draft.
  draft_id uuid,
  -- When the person proved who they are, where that was before the token was made; null: then.
  proved_at timestamptz,
  constraint tokens_claim_check check ((kind = 'claim') = (draft_id is not null)),
  constraint tokens_order_check check ((kind = 'order') = (order_id is not null))
);
create index tokens_account on tokens (account_id) where revoked_at is null;
create index tokens_draft on tokens (draft_id) where draft_id is not null;
create unique index tokens_id on tokens (id);
create index tokens_of on tokens (iin, kind);
create index tokens_order on tokens (order_id) where order_id is not null;

create table people (
  iin text primary key check (iin ~ '^[0-9]{12}$'),
  surname text not null,
  name text not null,
  patronymic text not null default '',
  birth_date date not null,
  resident boolean,
  document_valid boolean,
  document jsonb,
  esbd_client_id text,
  phone text check (phone ~ '^7[0-9]{10}$'),
  email text,
  locale text not null default 'kz',
  -- From the register, or typed by hand from the identity document.
  origin text not null check (origin in ('register', 'document', 'egov')),
  checked_at timestamptz not null
);
create unique index people_phone on people (phone) where phone is not null;

-- Persons typed by hand from the identity document, each for whoever typed them: nobody changes
-- what others see of a person.
create table typed_people (
  iin text not null,
  typed_by text not null,
  surname text not null,
  name text not null,
  patronymic text not null default '',
  birth_date date not null,
  document jsonb not null,
  at timestamptz not null,
  primary key (iin, typed_by)
);

create table otp_codes (
  id uuid primary key default gen_random_uuid(),
  iin text not null,
  phone text not null,
  request_id text not null,
  tries integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  browser bytea,
  address bytea,
  bare_tries integer not null default 0,
  -- The code a buyer types is ours, kept as a keyed hash.
  hash bytea
);
create index otp_codes_of_address on otp_codes (iin, phone, address, sent_at desc);
create index otp_codes_of_browser on otp_codes (iin, phone, browser, sent_at desc);

-- Our own one-time codes: sign-in, a new phone or e-mail, the confirmation of a termination.
create table codes (
  id uuid primary key default gen_random_uuid(),
  purpose text not null check (purpose in ('sign_in', 'phone', 'email', 'terminate', 'password', 'client_proof', 'order', 'claim', 'email_phone', 'not_me')),
  -- What the code is for: the phone, the address, the calculation.
  subject text not null,
  account_id uuid references accounts (id),
  hash bytea not null,
  tries integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- A code belongs to the browser that asked for it: so nobody else's wrong guesses use it up, and
  -- nobody else's asking makes it old. Who asked without a cookie may give it back without one,
  -- from the same address, with tries of their own. The address is kept as a keyed hash.
  browser bytea,
  address bytea,
  bare_tries integer not null default 0
);
create index codes_of_address on codes (purpose, subject, address, sent_at desc);
create index codes_of_browser on codes (purpose, subject, browser, sent_at desc);

create table client_proofs (
  -- The promoter who was told the code.
  account_id uuid not null references accounts (id),
  -- Another company's policy may be opened too, and has no row of ours.
  global_id text not null,
  expires_at timestamptz not null,
  primary key (account_id, global_id)
);
create index client_proofs_old on client_proofs (expires_at);

create table consents (
  id uuid primary key default gen_random_uuid(),
  iin text not null,
  phone text not null,
  kind text not null check (kind in ('policyholder', 'driver')),
  state text not null check (state in ('awaiting', 'approved', 'rejected', 'expired')),
  channel text not null,
  text_version text not null,
  request_id text unique,
  asked_by text not null,
  requested_at timestamptz not null,
  answer_until timestamptz not null,
  answered_at timestamptz,
  valid_until timestamptz,
  withdrawn_at timestamptz,
  -- `client`: whoever bought on the site, in the cabinet or by e-ID; `promoter`: in the portal;
  -- `partner:{code}`: a client in a partner's dress. Together with `asked_by` it is the asker:
  -- nobody else uses the consent.
  asker text not null default 'client' check ((asker = 'client') or (asker = 'promoter') or (asker ~~ 'partner:%'))
);
create index consents_awaiting on consents (answer_until) where state = 'awaiting';
create index consents_of on consents (iin, requested_at desc);
create index consents_of_asker on consents (asked_by, iin);

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
  constraint consent_tokens_check check ((sealed is null) = (expires_at is null))
);
create index consent_tokens_old on consent_tokens (COALESCE(expires_at, asked_at));

create table pending_sign_ins (
  hash bytea primary key,
  account_id uuid not null references accounts (id),
  began_by text not null check (began_by in ('password', 'temporary')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index pending_sign_ins_old on pending_sign_ins (expires_at);

create table idp_sign_ins (
  id uuid primary key default gen_random_uuid(),
  state bytea not null unique,
  -- The browser that began it, by its own cookie: a link with somebody else's code signs nobody in.
  browser bytea not null,
  return_path text,
  locale text not null check (locale in ('kz', 'ru')),
  -- PKCE, where their side knows it.
  verifier text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
-- The last sign-in of a browser gives the language and the way back where its state opens nothing
-- any more.
create index idp_sign_ins_of_browser on idp_sign_ins (browser, created_at);
create index idp_sign_ins_old on idp_sign_ins (expires_at);

create table sign_in_failures (
  id bigint generated always as identity primary key,
  realm text not null,
  iin text not null,
  address text not null,
  at timestamptz not null
);
create index sign_in_failures_at on sign_in_failures (at);
create index sign_in_failures_of on sign_in_failures (realm, iin, at);
-- What one address has tried for one IIN is found at once, however many others have tried.
create index sign_in_failures_of_address on sign_in_failures (realm, iin, address, at);

create table sign_in_locks (
  realm text not null,
  iin text not null,
  address text not null,
  until timestamptz not null,
  primary key (realm, iin, address)
);

create table promoter_failures (
  id bigint generated always as identity primary key,
  promoter_iin text not null,
  stage text not null check (stage in ('calculate', 'order')),
  code integer not null,
  reason text not null default '',
  at timestamptz not null
);
create index promoter_failures_of on promoter_failures (promoter_iin, at);

create table client_notes (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts (id),
  at timestamptz not null,
  actor text not null,
  text text not null
);
create index client_notes_of on client_notes (account_id, id);

create table reminders (
  policy_id uuid not null,
  days integer not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  tried_at timestamptz,
  primary key (policy_id, days)
);
create index reminders_open on reminders (created_at) where sent_at is null;

create table aml_lists (
  code text primary key,
  title_kz text not null,
  title_ru text not null,
  effect text not null check (effect in ('block', 'review', 'flag')),
  format text not null check (format in ('afm', 'wmd', 'un')),
  path text not null,
  max_age_hours integer not null default 72,
  may_shrink_share numeric(3,2) not null default 0.20,
  -- With which effect of a list the clients were screened last; when it is another one now, they
  -- are screened again.
  screened_effect text
);

create table aml_versions (
  id bigint generated always as identity primary key,
  list_code text not null references aml_lists (code),
  version text not null,
  entries jsonb not null,
  entry_count integer not null,
  imported_at timestamptz not null,
  confirmed_at timestamptz not null,
  origin text not null default 'fetched' check (origin in ('fetched', 'uploaded')),
  actor text not null default 'job:aml-import',
  constraint aml_versions_list_code_version_key unique (list_code, version)
);
create index aml_versions_newest on aml_versions (list_code, confirmed_at desc);

create table aml_refused (
  id bigint generated always as identity primary key,
  list_code text not null references aml_lists (code),
  reason text not null,
  at timestamptz not null,
  origin text not null default 'fetched' check (origin in ('fetched', 'uploaded')),
  actor text not null default 'job:aml-import'
);
create index aml_refused_newest on aml_refused (list_code, at desc);

create table screenings (
  id bigint generated always as identity primary key,
  iin text not null,
  decision text not null check (decision in ('clear', 'review', 'hit')),
  matches jsonb not null,
  list_versions jsonb not null,
  at timestamptz not null,
  -- The names and the date of birth that were compared; the matches hold the entry as it stood
  -- then.
  compared jsonb not null default '{}'
);
create index screenings_at on screenings (at);
create index screenings_of on screenings (iin, at desc);

create table kyc_cases (
  iin text primary key,
  status text not null check (status in ('blocked', 'unblocked')),
  screening_id bigint not null references screenings (id),
  -- What was decided about: the same entries do not block again after staff unblocked the person.
  entries jsonb not null,
  reason text,
  decided_by text,
  changed_at timestamptz not null,
  -- The id names a case in the audit log, which holds no IIN.
  id uuid not null default gen_random_uuid(),
  -- Where it was found: at a sale, when a list changed, at the desk.
  origin text not null default 'sale' check (origin in ('sale', 'rescreen', 'desk', 'typed')),
  opened_at timestamptz not null default now(),
  -- Set when staff have decided (block kept or taken off); a new entry takes it away.
  decided_at timestamptz
);
create unique index kyc_cases_id on kyc_cases (id);
create index kyc_cases_to_decide on kyc_cases (opened_at desc, iin) where (status = 'blocked') and (decided_at is null);

create table kyc_history (
  id bigint generated always as identity primary key,
  iin text not null,
  -- `released`: the lists themselves no longer say anything against the person.
  event text not null check (event in ('blocked', 'kept', 'unblocked', 'released')),
  reason text,
  actor text not null,
  screening_id bigint references screenings (id),
  at timestamptz not null
);
create index kyc_history_of on kyc_history (iin, id);

-- One walk over the clients with policies in force, begun by a new version of a list. A later walk
-- takes the place of an open one.
create table kyc_rescreens (
  id bigint generated always as identity primary key,
  list_code text not null references aml_lists (code),
  state text not null default 'running' check (state in ('running', 'done', 'replaced')),
  -- Everybody up to this IIN has been screened.
  after_iin text not null default '',
  checked integer not null default 0,
  blocked integer not null default 0,
  started_at timestamptz not null,
  moved_at timestamptz not null,
  finished_at timestamptz
);
create index kyc_rescreens_open on kyc_rescreens (id) where state = 'running';

create table positions (
  id bigint generated always as identity primary key,
  iin text,
  latitude double precision,
  longitude double precision,
  accuracy double precision,
  error text,
  error_code text,
  source text not null,
  at timestamptz not null,
  -- What else a device measures (spec section 3, "Geolocation record"); iin is the one signed in.
  altitude double precision,
  altitude_accuracy double precision,
  heading double precision,
  speed double precision
);
create index positions_at on positions (at);
create index positions_of on positions (iin, at desc) where iin is not null;

-- What somebody else does to an order, a client or a claim wakes whoever looks at it, through the
-- channel every process hears already: `desk:<id>`. The columns that name the thing
-- come as the trigger's arguments.
create function desk_changed() returns trigger language plpgsql as $$
declare
  named text;
begin
  for at in 0 .. tg_nargs - 1 loop
    named := to_jsonb(new) ->> tg_argv[at];
    if named is not null then
      perform pg_notify('order_changed', 'desk:' || named);
    end if;
  end loop;
  return new;
end $$;
create trigger desk_changed after insert on client_notes for each row execute function desk_changed('account_id');

create trigger desk_changed after insert or update on kyc_cases for each row execute function desk_changed('id');
-- A case of KYC wakes whoever looks at it, and lists wake by a name of their own: `desk:claim-
-- board`, `desk:kyc-cases`. Once a statement, since a list asks again for all of it.
create function desk_list_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('order_changed', 'desk:' || tg_argv[0]);
  return null;
end $$;
create trigger desk_list_changed after insert or update on kyc_cases for each statement execute function desk_list_changed('kyc-cases');
