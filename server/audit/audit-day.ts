import { sql } from 'kysely'
import { addDays, startOfDay } from '#domain/calendar.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { actorsFor } from './audit-desk.ts'
import { beginsWith, isUnusual } from './unusual.ts'

/** Ten minutes of a day. */
const SLOT_SECONDS = 600
const SLOTS = 144

/** How busy a day was, for the bar above the log. It tells numbers and no acts. */
export const auditDay = handle('staffAuditDay', async ({ day, actor, action }, { db }) => {
  const [start, end] = [startOfDay(day), startOfDay(addDays(day, 1))]
  let asked = db
    .selectFrom('audit')
    .select([
      sql<number>`floor(extract(epoch from at - ${start}) / ${SLOT_SECONDS})::int`.as('slot'),
      sql<string>`count(*)`.as('all'),
      sql<string>`count(*) filter (where ${isUnusual(start, end)})`.as('unusual'),
    ])
    .where('at', '>=', start)
    .where('at', '<', end)
    .groupBy('slot')
  if (actor) asked = asked.where('actor', 'in', await actorsFor(db, actor))
  if (action) asked = asked.where('action', 'like', beginsWith(action))
  const rows = await asked.execute()
  const counts = Array.from({ length: SLOTS }, () => 0)
  for (const { slot, all } of rows) counts[slot] = Number(all)
  return ok({ counts, unusual: rows.reduce((sum, row) => sum + Number(row.unusual), 0) })
})
