-- How many minutes an act may wait at a desk before it is late; what the law dates is not here.
create table act_allowances (
  act text not null,
  minutes integer not null check (minutes >= 1 and minutes <= 43200),
  effective_from date not null,
  effective_to date,
  sample boolean not null default true,
  primary key (act, effective_from)
);
insert into act_allowances (act, minutes, effective_from) values
  ('issue', 60, '2026-01-01'),
  ('send_again', 240, '2026-01-01'),
  ('enter_details', 480, '2026-01-01'),
  ('approve_details', 240, '2026-01-01'),
  ('transfer', 480, '2026-01-01'),
  ('find_bill', 60, '2026-01-01'),
  ('send_papers', 120, '2026-01-01'),
  ('sign_refund', 60, '2026-01-01'),
  ('match', 120, '2026-01-01'),
  ('sign_list', 240, '2026-01-01'),
  ('sign_unblock', 240, '2026-01-01'),
  ('answer', 120, '2026-01-01'),
  ('call_back', 60, '2026-01-01'),
  ('bill', 480, '2026-01-01'),
  ('approve_change', 1440, '2026-01-01');
