import { z } from 'zod'
import { pool } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { grantToProcesses } from '#server/db/roles.ts'
import { queue } from '#server/jobs/queue.ts'
import { createLog } from '#server/telemetry/log.ts'

/**
 * `npm run migrate` as the owner of the database (`DATABASE_URL`): the schema, the queue's schema
 * and, with `DATABASE_ROLE`, the rights of the role under which the processes run. Safe to run
 * again and beside running processes.
 */
const settings = z
  .object({
    DATABASE_URL: z.string().startsWith('postgres'),
    DATABASE_ROLE: z.string().min(1).optional(),
  })
  .parse({
    DATABASE_URL: process.env.DATABASE_URL,
    DATABASE_ROLE: process.env.DATABASE_ROLE || undefined,
  })

const connections = pool(settings.DATABASE_URL, 2)
const applied = await migrate(connections)
const jobs = await queue(settings.DATABASE_URL, createLog('error'), 60)
await jobs.stop()
if (settings.DATABASE_ROLE) await grantToProcesses(connections, settings.DATABASE_ROLE)
await connections.end()
console.log(
  `Migrations applied: ${applied.length}${settings.DATABASE_ROLE ? `; ${settings.DATABASE_ROLE} may read and write rows` : ''}`,
)
