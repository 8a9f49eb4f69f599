-- A case of KYC wakes whoever looks at it, and lists wake by a name of their own: `desk:claim-board`, `desk:kyc-cases`
-- (decision 226). Once a statement, since a list asks again for all of it.
create function desk_list_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('order_changed', 'desk:' || tg_argv[0]);
  return null;
end $$;
create trigger desk_changed after insert or update on kyc_cases for each row execute function desk_changed('id');
create trigger desk_list_changed after insert or update on kyc_cases for each statement execute function desk_list_changed('kyc-cases');
create trigger desk_list_changed after insert or update on claims for each statement execute function desk_list_changed('claim-board');
create trigger desk_list_changed after insert on claim_events for each statement execute function desk_list_changed('claim-board');
