import { expect, test } from 'vitest'
import { plainAddresses } from './config.ts'

const told = (name: string, host: string) => [
  `${name}: ${host} would be spoken to without TLS; in a closed network name the host in PLAIN_HOSTS`,
]

test.each([
  ['https is right', { GKB_ADDRESS: 'https://gkb.example' }, []],
  ['http is not', { GKB_ADDRESS: 'http://gkb.example:8080/a' }, told('GKB_ADDRESS', 'gkb.example')],
  [
    'one of several is not',
    { ESBD_ADDRESSES: 'https://a.example, http://b.example' },
    told('ESBD_ADDRESSES', 'b.example'),
  ],
  [
    'traces are not either',
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://traces.example:4318' },
    told('OTEL_EXPORTER_OTLP_ENDPOINT', 'traces.example'),
  ],
  [
    'a database far away',
    { DATABASE_URL: 'postgres://u:p@db.example/q' },
    told('DATABASE_URL', 'db.example'),
  ],
  [
    'a database that may do without',
    { DATABASE_URL: 'postgres://db.example/q?sslmode=prefer' },
    told('DATABASE_URL', 'db.example'),
  ],
  [
    'a database over TLS',
    { DATABASE_URL: 'postgres://db.example/q?application_name=a&sslmode=verify-full' },
    [],
  ],
  ['a database on this machine', { DATABASE_URL: 'postgres://127.0.0.1:5432/q' }, []],
  ['a database behind a socket', { DATABASE_URL: 'postgres:///q?host=/run/postgresql' }, []],
  [
    'a closed network',
    { SHEP_ADDRESS: 'http://shep.inside', DATABASE_URL: 'postgres://db.inside/q' },
    [],
  ],
])('%s', (_, given, problems) => {
  expect(plainAddresses(given, ['shep.inside', 'db.inside'])).toEqual(problems)
})
