-- What two people rest the unblocking of a person on: documents of the case, kept with their bytes outside the database like those of claims.
alter table files add column kyc_case_id uuid references kyc_cases (id);
create index files_of_kyc_case on files (kyc_case_id) where kyc_case_id is not null;
alter table files drop constraint files_kind_check;
alter table files add constraint files_kind_check check (kind in ('slot', 'evaluation_report', 'photo', 'kyc_document')) not valid;
alter table files validate constraint files_kind_check;

-- The first asks, the second signs or declines; staff may block again whom they or the lists had let.
alter table kyc_history drop constraint kyc_history_event_check;
alter table kyc_history add constraint kyc_history_event_check check (event in (
  'blocked', 'kept', 'unblocked', 'released', 'unblock_asked', 'unblock_declined', 'unblock_withdrawn', 'blocked_again'
)) not valid;
alter table kyc_history validate constraint kyc_history_event_check;
