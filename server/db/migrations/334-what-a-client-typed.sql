-- What a client types on their own phone for a promoter's sheet. `id` is the promoter's, `key` stands
-- in the QR code. `typed` is gone with the row when the promoter has taken it, or a day later.
create table client_forms (
  id uuid primary key default gen_random_uuid(),
  key text not null unique,
  account_id uuid not null references accounts (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  seen_at timestamptz,
  typed jsonb,
  sent_at timestamptz
);
create index client_forms_account on client_forms (account_id);
create index client_forms_created on client_forms (created_at);
