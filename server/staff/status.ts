import { sql } from 'kysely'
import type { Day } from '#domain/calendar.ts'
import { columnIn, localeColumns } from '#domain/locale-columns.ts'
import { carrierOf, isSmsGateway } from '#domain/sms-gateways.ts'
import { systemPlaces, usualAllowance } from '#domain/system-health.ts'
import type { SystemName } from '#systems/system-names.ts'
import type { Db } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { paid } from '../telemetry/database-counts.ts'
import { readSelling } from '../telemetry/selling.ts'
import { stepReply, verdictReply } from './selling.ts'
import { dayOfSystems } from './status-day.ts'
import { differencesOf } from './status-differences.ts'
import { systemsOf } from './status-systems.ts'

/** How the outside systems answered last, what waits in the queues, how old the lists are. */
export const staffStatus = handle('staffStatus', async (_body, context) => {
  const { db, locale } = context
  const now = new Date()
  const [selling, day, queues, lists, differences, waiting] = await Promise.all([
    readSelling(context),
    dayOfSystems(db, now),
    queuesOf(db, context.clock.today()),
    listsOf(db),
    differencesOf(context),
    paidNotIssued(db),
  ])
  const systems = await systemsOf(db, selling.operations, now)
  const { smsOrder } = context.config.systems
  const carrier = smsOrder.length > 1 ? carrierOf(smsOrder, selling.operations) : null
  const isUnused = (system: SystemName) => isSmsGateway(system) && !smsOrder.includes(system)
  return ok({
    systems: systems
      .filter(({ system, calls }) => calls > 0 || !isUnused(system))
      .map((one) => ({
        ...one,
        carries:
          carrier && isSmsGateway(one.system) && smsOrder.includes(one.system)
            ? one.system === carrier
            : null,
        ...daily(day.days, one.system),
      }))
      .toSorted((a, b) => order.indexOf(a.system) - order.indexOf(b.system)),
    verdict: verdictReply(selling.verdict),
    steps: selling.steps.map((one) => ({
      ...stepReply(one),
      quarters: day.steps.get(one.step) ?? [],
    })),
    day_from: day.from.toISOString(),
    failures: day.failures.map((one) => ({
      ...one,
      from: one.from.toISOString(),
      to: one.to.toISOString(),
    })),
    queues,
    lists: lists.map((list) => ({
      code: list.code,
      title: columnIn(list, 'title', locale),
      version: list.version,
      confirmed_at: list.confirmed_at?.toISOString() ?? null,
      fresh: list.young,
      max_age_hours: list.max_age_hours,
    })),
    differences,
    paid_not_issued: waiting,
    at: now.toISOString(),
  })
})

const order = Object.keys(systemPlaces)

/** A system's day beside how it answers now. */
function daily(days: Awaited<ReturnType<typeof dayOfSystems>>['days'], system: SystemName) {
  const own = days.find((one) => one.system === system)
  const minutes = own?.minutes ?? []
  const answered = minutes.reduce((sum, { calls, failures }) => sum + calls - failures, 0)
  const ms = minutes.reduce((sum, one) => sum + one.ms * (one.calls - one.failures), 0)
  return {
    stage: systemPlaces[system].stage,
    usual_ms: own?.usual ?? null,
    mean_ms: answered > 0 ? Math.round(ms / answered) : null,
    minutes,
    quarters: own?.states ?? [],
  }
}

/** Sales of every product that are paid and have no policy yet. */
async function paidNotIssued(db: Db): Promise<number> {
  return (await paid(db)).reduce((sum, { n }) => sum + Number(n), 0)
}

type QueueRow = {
  name: string
  waiting: string
  active: string
  retrying: string
  later: string
  oldest: Date | null
}

/** What is not done; work asked for later is counted apart, it is not waiting yet. */
async function queuesOf(db: Db, today: Day) {
  const allowances = await db
    .selectFrom('queue_allowances')
    .select(['job', 'minutes'])
    .where('effective_from', '<=', today)
    .where((expression) =>
      expression.or([
        expression('effective_to', 'is', null),
        expression('effective_to', '>=', today),
      ]),
    )
    .execute()
  const allowed = new Map(allowances.map(({ job, minutes }) => [job, minutes]))
  const { rows } = await sql<QueueRow>`
    select name, count(*) filter (where state = 'created' and start_after <= now()) as waiting,
      count(*) filter (where state = 'active') as active, count(*) filter (where state = 'retry') as retrying,
      count(*) filter (where state = 'created' and start_after > now()) as later,
      min(created_on) filter (where state < 'completed' and start_after <= now()) as oldest
    from pgboss.job where state < 'completed' group by name order by name`.execute(db)
  return rows.map((row) => ({
    job: row.name,
    waiting: Number(row.waiting),
    active: Number(row.active),
    retrying: Number(row.retrying),
    later: Number(row.later),
    oldest: row.oldest?.toISOString() ?? null,
    allowed: allowed.get(row.name) ?? usualAllowance,
  }))
}

const listsOf = (db: Db) =>
  db
    .selectFrom('aml_lists')
    .leftJoinLateral(
      (expression) =>
        expression
          .selectFrom('aml_versions')
          .select(['aml_versions.version', 'aml_versions.confirmed_at'])
          .whereRef('aml_versions.list_code', '=', 'aml_lists.code')
          .orderBy('aml_versions.confirmed_at', 'desc')
          .limit(1)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .select([
      'aml_lists.code',
      ...localeColumns('aml_lists.title'),
      'aml_lists.effect',
      'aml_lists.max_age_hours',
      'latest.version',
      'latest.confirmed_at',
    ])
    .select(
      sql<boolean>`coalesce(latest.confirmed_at > now() - make_interval(hours => aml_lists.max_age_hours), false)`.as(
        'young',
      ),
    )
    .orderBy('aml_lists.code')
    .execute()
