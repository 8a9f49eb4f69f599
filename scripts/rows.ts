import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../server/db/embedded.ts'
import { migrate } from '../server/db/migrate.ts'

/**
 * Writes server/db/rows.ts, the row types of the migrated database. Run after every new migration.
 */
const url = process.env.DATABASE_URL
const home = url
  ? null
  : mkdtempSync(join(process.getuid?.() === 0 ? '/var/tmp' : tmpdir(), 'qorgan-rows-'))
const server = url || !home ? null : await startEmbedded({ home })
const address = url ?? server?.url ?? ''
const connections = new pg.Pool({ connectionString: address })
await connections.query('drop database if exists rows_source')
await connections.query('create database rows_source')
await connections.end()
const source = new URL(address.replace('postgres://postgres@/', 'postgres://postgres@localhost/'))
source.pathname = '/rows_source'
const own = address.includes('@/')
  ? address.replace('@/postgres?', '@/rows_source?')
  : source.toString()
const fresh = new pg.Pool({ connectionString: own })
await migrate(fresh)
await fresh.end()
const made = spawnSync(
  process.execPath,
  [
    'node_modules/kysely-codegen/dist/cli/bin.js',
    '--dialect',
    'postgres',
    '--url',
    own,
    '--out-file',
    'server/db/rows.ts',
    '--type-mapping',
    '{"date":"string"}',
  ],
  { stdio: 'inherit' },
)
await server?.stop()
if (home) rmSync(home, { recursive: true, force: true })
process.exit(made.status ?? 1)
