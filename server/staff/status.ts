import { sql } from 'kysely'
import type { Locale } from '#domain/locale.ts'
import { columnIn, localeColumns } from '#domain/locale-columns.ts'
import { systemNames } from '#systems/http.ts'
import type { Db } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { openFindings } from '../esbd/findings.ts'
import { basisLines } from '../esbd/price-basis.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { masked } from './mask.ts'

/**
 * The share of failures is that of so many minutes. The journal's times are those of the machine,
 * not of the product's clock.
 */
const WINDOW_MINUTES = 15
/** So large a share of failed calls is told even when the last one went through. */
const FAILING_SHARE = 0.1
/** Where every tenth call takes so long, people wait. */
const SLOW_MS = 1_000

/** How the outside systems answered last, what waits in the queues, how old the lists are. */
export const staffStatus = handle('staffStatus', async (_body, context) => {
  const { db, locale } = context
  const [systems, queues, lists, differences, waiting] = await Promise.all([
    systemsOf(db),
    queuesOf(db),
    listsOf(db),
    differencesOf(context),
    db
      .selectFrom('orders')
      .select((expression) => expression.fn.countAll<string>().as('n'))
      .where('state', 'in', ['paid', 'issuing'])
      .executeTakeFirstOrThrow(),
  ])
  return ok({
    systems,
    queues,
    lists: lists.map((list) => ({
      code: list.code,
      title: columnIn(list, 'title', locale),
      version: list.version,
      confirmed_at: list.confirmed_at?.toISOString() ?? null,
      fresh: list.young,
    })),
    differences,
    paid_not_issued: Number(waiting.n),
    at: new Date().toISOString(),
  })
})

/** What is open with the unified database, in the reader's words, each with its order's number. */
async function differencesOf({
  db,
  clock,
  reference,
  locale,
}: Pick<Deps, 'db' | 'clock' | 'reference'> & { locale: Locale }) {
  const open = await openFindings(db)
  if (open.length === 0) return []
  const today = clock.today()
  const [tables, insurers, numbers] = await Promise.all([
    reference.tables(today),
    reference.insurers(today),
    numbersOf(db, open),
  ])
  return open.map(({ basis, ...one }) => {
    const insurer = insurers.find(({ esbdSystemId }) => esbdSystemId === basis?.insurerSystemId)
    return {
      ...one,
      ...(numbers.get(one.about) ?? { number: null, order_id: null }),
      rows: basis
        ? basisLines(basis, locale, { tables, insurer: insurer?.name[locale] ?? null })
        : one.rows,
      note: basis && insurer ? '' : masked(one.note),
    }
  })
}

/** Numbers of the orders and subscriptions among what the findings are about. */
async function numbersOf(db: Db, open: readonly { about: string }[]) {
  const ids = open.map(({ about }) => about)
  const numbers = new Map<string, { number: string; order_id: string | null }>()
  const [orders, subscriptions] = await Promise.all(
    (['orders', 'home_subscriptions'] as const).map((table) =>
      db.selectFrom(table).select(['id', 'number']).where('id', 'in', ids).execute(),
    ),
  )
  for (const { id, number } of subscriptions ?? []) numbers.set(id, { number, order_id: null })
  for (const { id, number } of orders ?? []) numbers.set(id, { number, order_id: id })
  return numbers
}

type Journal = {
  last_ok: Date | null
  last_bad: Date | null
  note: string | null
  calls: string
  failures: string
  slowest: number | null
}

/** How each outside system answered last. */
export const systemsOf = (db: Db) =>
  Promise.all(systemNames.map((system) => systemState(db, system)))

async function systemState(db: Db, system: string) {
  const { rows } = await sql<Journal>`
    select
      (select started_at from outside_calls where system = ${system} and outcome = 'ok' order by started_at desc limit 1) as last_ok,
      bad.started_at as last_bad, bad.note,
      count(recent.id) as calls, count(recent.id) filter (where recent.outcome <> 'ok') as failures,
      percentile_disc(0.9) within group (order by recent.duration_ms) as slowest
    from (select 1) as one
    left join lateral (
      select started_at, note from outside_calls where system = ${system} and outcome = 'unavailable' order by started_at desc limit 1
    ) as bad on true
    left join outside_calls as recent
      on recent.system = ${system} and recent.outcome in ('ok', 'unavailable')
      and recent.started_at > now() - make_interval(mins => ${WINDOW_MINUTES})
    group by bad.started_at, bad.note`.execute(db)
  const row = rows[0]
  const [calls, failures] = [Number(row?.calls ?? 0), Number(row?.failures ?? 0)]
  const lastOk = row?.last_ok ?? null
  const lastBad = row?.last_bad ?? null
  const slowest = row?.slowest ?? null
  return {
    system,
    state: judged({ lastOk, lastBad, calls, failures, slowest }),
    last_success: lastOk?.toISOString() ?? null,
    last_failure: lastBad?.toISOString() ?? null,
    calls,
    failures,
    answer_ms: slowest,
    note: row?.note ? masked(row.note) : null,
  }
}

/** Down: the last thing heard of it was a failure. */
function judged({
  lastOk,
  lastBad,
  calls,
  failures,
  slowest,
}: {
  lastOk: Date | null
  lastBad: Date | null
  calls: number
  failures: number
  slowest: number | null
}) {
  if (!lastOk && !lastBad) return 'unknown' as const
  if (lastBad && (!lastOk || lastBad > lastOk)) return 'down' as const
  if (failures > 0 && failures / calls > FAILING_SHARE) return 'failing' as const
  return slowest !== null && slowest >= SLOW_MS ? ('slow' as const) : ('up' as const)
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
async function queuesOf(db: Db) {
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
