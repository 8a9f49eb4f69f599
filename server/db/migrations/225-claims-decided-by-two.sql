-- From which sum on two people decide that a claim is paid, by the day of the decision (decision 226).
create table claim_signing_rows (
  id integer generated always as identity primary key,
  two_people_from integer not null check (two_people_from >= 0),
  sample boolean not null default true,
  effective_from date not null unique,
  effective_to date
);
-- The sum is a guess of the design's, so the row is a sample.
insert into claim_signing_rows (two_people_from, effective_from) values (500000, '2024-01-01');
-- What waits for a second signature, and what was signed, wakes whoever looks at it (201-desk-live.sql).
create trigger desk_changed after insert or update on signatures for each row execute function desk_changed('subject');
