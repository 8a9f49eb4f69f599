import { pool, reasonOf } from '#server/db/connect.ts'
import { DatabaseTooOld, grantToProcesses, migrate } from '#server/db/migrate.ts'
import { queue } from '#server/jobs/queue.ts'
import { createLog } from '#server/telemetry/log.ts'

/**
 * `npm run migrate` as the owner of the database (`DATABASE_URL`): the schema, the queue's schema
 * and, with `DATABASE_ROLE`, the rights of the role under which the processes run. Safe to run
 * again and beside running processes.
 */
const { DATABASE_URL: url, DATABASE_ROLE: role } = process.env

/** What an operator has to mend, without the stack of what is no defect. */
function refuse(problem: string): never {
  console.error(`Nothing was migrated.\n  - ${problem}`)
  process.exit(1)
}

async function migrateAll(address: string): Promise<void> {
  const connections = pool(address, 2)
  const known = await connections
    .query('select from pg_roles where rolname = $1', [role])
    .catch((cause: unknown) => refuse(`DATABASE_URL: no answer (${reasonOf(cause)})`))
  if (role && known.rowCount === 0) refuse(`DATABASE_ROLE: there is no role ${role}`)
  const applied = await migrate(connections).catch((cause: unknown) => {
    if (cause instanceof DatabaseTooOld) return refuse(`DATABASE_URL: ${cause.message}`)
    throw cause
  })
  const jobs = await queue(address, connections, createLog('error'), 60)
  await jobs.stop()
  if (role) await grantToProcesses(connections, role)
  await connections.end()
  console.log(
    `Migrations applied: ${applied.length}${role ? `; ${role} may read and write rows` : ''}`,
  )
}

if (!url?.startsWith('postgres'))
  refuse('DATABASE_URL: the database as its owner, postgres://owner:password@host/name')
await migrateAll(url)
