-- What goes out of a month to the broker's own books: by which accounts, to whom, with which tax.

-- Accounts of the broker's chart for each entry (domain/books/entries.ts); the last row of an entry
-- counts, earlier ones stay with who set them. Both accounts are null where the entry is left to
-- another program. `sample`: the usual accounts, not yet confirmed by an accountant.
create table chart_rows (
  id bigint generated always as identity primary key,
  entry text not null,
  debit text,
  credit text,
  sample boolean not null default false,
  source text not null default '',
  set_at timestamptz not null default now(),
  set_by uuid references accounts (id),
  constraint chart_rows_both check ((debit is null) = (credit is null))
);
create index chart_rows_of on chart_rows (entry, id desc);

-- Accounts 1030, 3130, 3390, 6010 and others by the standard chart (docs/law/formats.md, section 2);
-- which of them a broker takes for what is inferred there, so that every row is to be confirmed.
insert into chart_rows (entry, debit, credit, sample, source)
select entry, debit, credit, true, 'docs/law/formats.md, 2' from (values
  ('payment_mobile_bank', '1020', '3390'),
  ('payment_card', '1020', '3390'),
  ('payment_epay', '1020', '3390'),
  ('premium', '3390', '3390'),
  ('ogpo_plus', '3390', '3390'),
  ('commission', '3390', '6010'),
  ('returned', '3390', '3390'),
  ('refund_due', '3390', '3390'),
  ('refund_mobile_bank', '3390', '1020'),
  ('refund_card', '3390', '1020'),
  ('refund_epay', '3390', '1020'),
  ('refund_bank_details', '3390', '1030'),
  ('taken_mobile_bank', '3390', '1020'),
  ('taken_card', '3390', '1020'),
  ('taken_epay', '3390', '1020'),
  ('taken_partner', '3390', '1020'),
  ('overdrawn', '1280', '1020'),
  ('set_off', '3390', '1280'),
  ('register_fee', '7210', '1020'),
  ('account_fee', '7210', '1030'),
  ('to_account', '1030', '1020'),
  ('unknown_money', '1020', '3390'),
  ('passed_on', '3390', '1030'),
  ('promoter_pay', '7110', '3390'),
  ('vat', '6010', '3130')) as usual (entry, debit, credit);

-- Who stands on the other side of an entry: ourselves (own), an insurer by its code, who runs a way
-- to pay (way-…). The last row of a code counts.
create table book_parties (
  id bigint generated always as identity primary key,
  code text not null,
  facts jsonb not null,
  sample boolean not null default false,
  set_at timestamptz not null default now(),
  set_by uuid references accounts (id)
);
create index book_parties_of on book_parties (code, id desc);

-- The tax on our commission from a day on. There is no first row: without one no invoice is made.
create table commission_vat (
  id bigint generated always as identity primary key,
  effective_from date not null,
  kind text not null check (kind in ('payer', 'exempt', 'no_payer')),
  percent numeric(5,2) not null check (percent >= 0 and percent <= 50 and (percent > 0) = (kind = 'payer')),
  source text not null,
  set_at timestamptz not null,
  set_by uuid not null references accounts (id)
);
create index commission_vat_from on commission_vat (effective_from desc, id desc);

-- A file of a closed month as it was given out first: the same bytes whenever it is asked for again.
-- A month that is closed anew has files of its own.
create table month_files (
  month text not null,
  closed_at timestamptz not null,
  file text not null,
  name text not null,
  packed bytea not null,
  sha256 bytea not null,
  made_at timestamptz not null,
  made_by uuid not null references accounts (id),
  primary key (month, closed_at, file)
);

-- Whether the money of a line came to the account or left it; null of lines taken before it was kept.
alter table statement_rows add column way text check (way in ('in', 'out'));
