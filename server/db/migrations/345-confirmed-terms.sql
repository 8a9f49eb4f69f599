-- What an accountant says of a duty's term that was only guessed: that it is right, and where that stands. Taken
-- back, the row stays.
create table confirmed_terms (
  id bigint generated always as identity primary key,
  duty text not null,
  source text not null,
  -- The last day for a period that ends on 31 December 2026: another term of the program is not confirmed by it.
  example date not null,
  confirmed_by uuid not null references accounts (id),
  confirmed_at timestamptz not null,
  undone_by uuid references accounts (id),
  undone_at timestamptz,
  constraint confirmed_terms_undone check ((undone_by is null) = (undone_at is null))
);
create unique index confirmed_terms_once on confirmed_terms (duty) where undone_at is null;
