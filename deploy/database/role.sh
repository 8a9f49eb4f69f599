#!/bin/sh
# Run once, when the database is made: the role of the processes. Its rights come with `npm run migrate`.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$PROCESS_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
create role qorgan_process login password :'password';
SQL
