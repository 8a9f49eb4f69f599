-- What an accountant says of a duty that leaves no trace here: a return that was filed, a tax that is not owed. Taken
-- back, the row stays.
create table duty_marks (
  id bigint generated always as identity primary key,
  duty text not null,
  -- The month, quarter or year: `2026-10`, `2026-Q3`, `2026`.
  period text not null,
  how text not null check (how in ('done', 'not_needed')),
  note text not null,
  marked_by uuid not null references accounts (id),
  marked_at timestamptz not null,
  undone_by uuid references accounts (id),
  undone_at timestamptz,
  constraint duty_marks_undone check ((undone_by is null) = (undone_at is null))
);
create unique index duty_marks_once on duty_marks (duty, period) where undone_at is null;
