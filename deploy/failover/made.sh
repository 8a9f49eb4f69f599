#!/bin/sh
# Run once by Patroni, with the address of the new database: the owner, the database, the role of the
# processes, whose rights come with `npm run migrate`.
set -eu
psql -v ON_ERROR_STOP=1 -v owner="$PGPASSWORD_OWNER" -v process="$PROCESS_PASSWORD" "$1" <<'SQL'
create role qorgan login password :'owner';
create role qorgan_process login password :'process';
create database qorgan owner qorgan;
SQL
