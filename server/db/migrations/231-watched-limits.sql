-- What a desk calls late or unusual, with days (decision 237): minutes the oldest work of a queue may wait, and how often one person may do an
-- act in an hour. The first rows are guesses and marked so (`sample`), as the other rows that nobody has confirmed.
create table queue_allowances (
  job text not null,
  minutes integer not null check (minutes between 1 and 10080),
  effective_from date not null,
  effective_to date,
  sample boolean not null default true,
  primary key (job, effective_from)
);
create table unusual_acts (
  action text not null,
  per_hour integer not null check (per_hour between 1 and 100000),
  effective_from date not null,
  effective_to date,
  sample boolean not null default true,
  primary key (action, effective_from)
);
insert into queue_allowances (job, minutes, effective_from) values
  ('issue', 60, '2026-01-01'), ('home-register', 60, '2026-01-01'), ('documents', 60, '2026-01-01'),
  ('home-documents', 60, '2026-01-01'), ('invoice', 2, '2026-01-01'), ('payment-check', 5, '2026-01-01'),
  ('home-check', 5, '2026-01-01'), ('notify', 10, '2026-01-01'), ('home-tell', 10, '2026-01-01'),
  ('refund', 60, '2026-01-01'), ('home-refund', 60, '2026-01-01'), ('ending', 60, '2026-01-01'),
  ('fiscal', 60, '2026-01-01'), ('file-scan', 10, '2026-01-01'), ('kyc-rescreen', 1440, '2026-01-01'),
  ('aml-import', 1440, '2026-01-01'), ('addresses-import', 1440, '2026-01-01'), ('cleanup', 1440, '2026-01-01');
insert into unusual_acts (action, per_hour, effective_from) values
  ('client.iin_revealed', 9, '2026-01-01'), ('client.phone_revealed', 15, '2026-01-01'),
  ('client.document_revealed', 9, '2026-01-01'), ('client.looked_at', 40, '2026-01-01'),
  ('order.looked_at', 80, '2026-01-01'), ('claim.looked_at', 60, '2026-01-01'), ('desk.searched', 60, '2026-01-01'),
  ('person.looked_up', 60, '2026-01-01'), ('vehicle.looked_up', 60, '2026-01-01'),
  ('report.exported', 10, '2026-01-01'), ('file.opened', 60, '2026-01-01'), ('user.password_reset', 5, '2026-01-01'),
  ('refund.details_entered', 10, '2026-01-01');
