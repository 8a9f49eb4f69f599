#!/bin/bash
# What deploy/ relies on of the public image's beginning: POSTGRES_USER, _PASSWORD, _DB, the scripts
# of /docker-entrypoint-initdb.d, PGDATA.
set -eu
[ "${1:-}" = postgres ] || exec "$@"
if [ "$(id -u)" = 0 ]; then
  install -d -m 0700 "$PGDATA"
  chown -R postgres:postgres "$PGDATA"
  install -d -m 3777 -o postgres /var/run/postgresql
  exec setpriv --reuid=postgres --regid=postgres --init-groups --no-new-privs "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  : "${POSTGRES_PASSWORD:?}"
  export POSTGRES_USER="${POSTGRES_USER:-postgres}"
  export POSTGRES_DB="${POSTGRES_DB:-$POSTGRES_USER}"
  initdb --username="$POSTGRES_USER" --pwfile=<(printf '%s\n' "$POSTGRES_PASSWORD") -D "$PGDATA"
  printf '\nhost all all all scram-sha-256\n' >> "$PGDATA/pg_hba.conf"
  pg_ctl -D "$PGDATA" -o "-c listen_addresses='' -p 5432" -w start
  [ "$POSTGRES_DB" = postgres ] ||
    psql -v ON_ERROR_STOP=1 --no-psqlrc -U "$POSTGRES_USER" -d postgres \
      -c "create database \"$POSTGRES_DB\""
  for f in /docker-entrypoint-initdb.d/*; do
    case "$f" in
      *.sh) if [ -x "$f" ]; then "$f"; else . "$f"; fi ;;
      *.sql) psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" -f "$f" ;;
    esac
  done
  pg_ctl -D "$PGDATA" -m fast -w stop
fi
exec "$@"
