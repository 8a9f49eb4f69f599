-- Money that went to an insurer, or came from one (less than nothing), as it was written down. Taken back, the row
-- stays.
create table insurer_payments (
  id bigint generated always as identity primary key,
  insurer_code text not null,
  day date not null,
  amount bigint not null check (amount <> 0),
  reference text not null,
  recorded_by uuid not null references accounts (id),
  recorded_at timestamptz not null,
  undone_by uuid references accounts (id),
  undone_at timestamptz,
  constraint insurer_payments_undone check ((undone_by is null) = (undone_at is null))
);
create index insurer_payments_of on insurer_payments (insurer_code, day) where undone_at is null;

-- Our acts for insurers. A number is given with the second signature, one after the other within a year: what is
-- prepared and taken back takes none. `facts`: what the paper says.
create table insurer_papers (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('services', 'settlement')),
  insurer_code text not null,
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  locale text not null check (locale in ('kz', 'ru')),
  facts jsonb not null,
  state text not null check (state in ('prepared', 'issued', 'withdrawn')),
  year integer,
  number integer check (number > 0),
  -- The earlier act of the same month that this one takes the place of.
  replaces uuid references insurer_papers (id),
  prepared_by uuid not null references accounts (id),
  prepared_at timestamptz not null,
  decided_by uuid references accounts (id),
  decided_at timestamptz,
  constraint insurer_papers_number unique (kind, year, number),
  constraint insurer_papers_issued check ((state = 'issued') = (number is not null) and (number is null) = (year is null)),
  constraint insurer_papers_decided check ((state = 'prepared') = (decided_at is null) and (decided_by is null) = (decided_at is null)),
  constraint insurer_papers_by_two check (state <> 'issued' or decided_by <> prepared_by)
);
create unique index insurer_papers_one_prepared on insurer_papers (kind, insurer_code, month) where state = 'prepared';
create index insurer_papers_of on insurer_papers (month, insurer_code, kind);

create function insurer_paper_stands() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state = 'issued' then
    raise exception 'paper % stands', old.id;
  end if;
  return new;
end $$;
create trigger insurer_paper_stands before delete or update on insurer_papers for each row execute function insurer_paper_stands();
create trigger desk_list_changed after insert or update on insurer_papers for each statement execute function desk_list_changed('closing');
create trigger desk_list_changed after insert or update on insurer_payments for each statement execute function desk_list_changed('closing');
