-- Partners who sell OGPO in their own dress: a second partner is a row here and a secret in PARTNER_SECRETS, not a release.

create table partners (
  code text primary key check (code ~ '^[a-z][a-z0-9-]{1,30}$'),
  name_kz text not null,
  name_ru text not null,
  -- Tokens of web/ui/tokens.css for light and dark screens; only those the product knows are used.
  theme jsonb not null default '{}',
  -- The name of the shared secret in PARTNER_SECRETS; the secret itself never stands in the database.
  secret_ref text not null,
  webhook_url text not null check (webhook_url ~ '^https://'),
  -- Where a link may send the client back to.
  allowed_origins text[] not null default '{}',
  source text not null,
  refund_source text not null,
  active_from date not null,
  active_to date
);

insert into partners (code, name_kz, name_ru, theme, secret_ref, webhook_url, allowed_origins, source, refund_source, active_from)
values (
  'freedom', 'Freedom SuperApp', 'Freedom SuperApp',
  '{"light": {"--teal": "#1c6b3c", "--teal-hover": "#14522d", "--teal-wash": "#e4f2e8", "--paper": "#f4f7f2"},
    "dark": {"--teal": "#74d295", "--teal-hover": "#96e0b0", "--teal-wash": "#12301d", "--on-teal": "#06200f"}}',
  'freedom', 'https://superapp.example/qorgan/events', '{https://superapp.example}',
  'freedom_superapp_ogpo', 'external_refund_superapp_ogpo', '2025-01-01'
);

-- One opening of a partner's link. The nonce makes it one; the key is the client's way back to it from the same browser.
create table partner_visits (
  id uuid primary key default gen_random_uuid(),
  partner text not null references partners (code),
  nonce text not null,
  key bytea not null unique,
  iin text,
  phone text,
  return_url text,
  -- The partner's own name of the visit, given back with every report.
  reference text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (partner, nonce)
);

alter table tokens add column partner_visit uuid references partner_visits (id) on delete set null;
alter table orders add column partner text references partners (code);
alter table orders add column partner_reference text;
create index orders_of_partner on orders (partner, created_at) where partner is not null;

-- What a partner has to be told, written with the change it tells of; each has one id however often it is sent.
create table partner_events (
  id text primary key,
  partner text not null references partners (code),
  order_id text not null references orders (id),
  event text not null check (event in ('issued', 'failed', 'refunded')),
  payload jsonb not null,
  created_at timestamptz not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  delivered_at timestamptz,
  given_up_at timestamptz
);
create index partner_events_due on partner_events (next_attempt_at) where delivered_at is null and given_up_at is null;

-- Money a partner gave back past us, by the partner's own number of it.
create table partner_refunds (
  partner text not null references partners (code),
  refund_id text not null,
  order_id text not null references orders (id),
  amount integer not null check (amount > 0),
  at timestamptz not null,
  primary key (partner, refund_id)
);
