-- Beside messages the contact desk gets wishes to be called and organisations that want a bill. Each has a number that the person is told; it
-- opens nothing. `call_until` is null where somebody wants to be called as soon as possible.
alter table feedback
  add column number bigint generated always as identity (start with 1001),
  add column kind text not null default 'message' check (kind in ('message', 'call_back', 'organisation')),
  add column call_from timestamptz,
  add column call_until timestamptz,
  add column organisation jsonb,
  add constraint feedback_call check ((kind = 'call_back') = (call_from is not null)),
  add constraint feedback_organisation check ((kind = 'organisation') = (organisation is not null));
create unique index feedback_number on feedback (number);
