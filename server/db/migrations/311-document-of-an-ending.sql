-- What staff end a policy on: documents of the calculated termination, kept with their bytes outside the database like those of claims.
alter table files add column ending_id uuid references policy_endings (id);
create index files_of_ending on files (ending_id) where ending_id is not null;
alter table files drop constraint files_kind_check;
alter table files add constraint files_kind_check check (kind in ('slot', 'evaluation_report', 'photo', 'kyc_document', 'ending_document')) not valid;
alter table files validate constraint files_kind_check;
