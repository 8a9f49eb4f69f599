-- What people upload is opened by others only when the scanner has found nothing in it (decision 120). Files of before this wait as well: the
-- sweep asks for their scan. Of an infected one the row stays, with the name of what was found; its bytes are destroyed.
alter table files add column scan text not null default 'waiting' check (scan in ('waiting', 'clean', 'infected'));
alter table files add column scanned_at timestamptz;
alter table files add column signature text;
alter table files add column destroyed_at timestamptz;
create index files_unscanned on files (created_at) where scan = 'waiting' and claim_id is not null;
create index files_to_destroy on files (created_at) where scan = 'infected' and destroyed_at is null;
