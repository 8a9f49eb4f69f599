#!/bin/sh
# Patroni of this machine, by its name in the network: start.sh database-1
set -eu
export PATRONI_NAME="$1"
export PATRONI_RESTAPI_LISTEN=0.0.0.0:8008 PATRONI_RESTAPI_CONNECT_ADDRESS="$1:8008"
export PATRONI_POSTGRESQL_LISTEN=0.0.0.0:5432 PATRONI_POSTGRESQL_CONNECT_ADDRESS="$1:5432"
exec patroni /etc/qorgan/patroni.yaml
