import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { search as contract } from '#contract/audit.ts'
import type { LookLine } from '#contract/client-data.ts'
import type { AuditKind } from '#domain/audit-acts.ts'
import { addDays, startOfDay } from '#domain/calendar.ts'
import { accessActions, foldDataAccess } from '#domain/data-access.ts'
import { isUuid } from '#domain/uuid.ts'
import { namesOf } from '../accounts/accounts.ts'
import { actorOf } from '../accounts/owner.ts'
import type { Db, Sql } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { shortName } from '../persons/people.ts'
import { desks } from '../products/products.ts'
import { shortFacts } from '../quotes/quotes.ts'
import { audit } from './audit.ts'
import { verifyAudit } from './audit-seals.ts'
import { lookedAtId } from './lookup.ts'

type Line = { object_kind: string; object_id: string }

/** The column with an object's public number; its row is found by an id. */
const numbers = {
  file: ['files', 'claim_id'],
  policy: ['policies', 'global_id'],
  feedback: ['feedback', 'number'],
} as const

/**
 * Returns the numbers people know files, policies and messages by: a file by its claim. A line may
 * hold anything under any kind (a program of another version wrote it, and it is never altered): a
 * value that is no id has no number.
 */
export async function objectNames(
  db: Sql,
  page: readonly Line[],
): Promise<(line: Line) => string | null> {
  const found = await Promise.all(
    Object.entries(numbers).map(async ([kind, [table, number]]) => {
      const ids = page.flatMap(({ object_kind, object_id }) =>
        object_kind === kind && isUuid(object_id) ? [object_id.toLowerCase()] : [],
      )
      if (ids.length === 0) return []
      const { rows } = await sql<{ id: string; name: string | null }>`
        select id::text, ${sql.ref(number)}::text as name from ${sql.table(table)}
        where id = any(${ids}::uuid[])`.execute(db)
      return rows.map(({ id, name }) => [`${kind} ${id}`, name] as const)
    }),
  )
  const names = new Map(found.flat())
  return ({ object_kind, object_id }) =>
    names.get(`${object_kind} ${object_id.toLowerCase()}`) ?? null
}

/**
 * Returns the person each line is about as surname and first letter, as the lists of the desks show
 * them; only the search itself is audited. Names are read with the journal, because a line holds an
 * id alone; an erased account has none. A person searched for by a number remains a digest.
 */
export async function objectPeople(
  db: Sql,
  page: readonly Line[],
): Promise<(line: Line) => string | null> {
  const idsOf = (of: string) => [
    ...new Set(
      page.flatMap(({ object_kind, object_id }) =>
        object_kind === of && isUuid(object_id) ? [object_id.toLowerCase()] : [],
      ),
    ),
  ]
  const sales = [
    ...new Set(
      page.flatMap(({ object_kind, object_id }) =>
        saleKinds.includes(object_kind) ? [object_id] : [],
      ),
    ),
  ]
  const claims = page.flatMap(({ object_kind, object_id }) =>
    object_kind === 'claim' ? [object_id] : [],
  )
  const [people, policies, sold] = await Promise.all([
    sql<{ key: string; surname: string; name: string }>`
      select 'account ' || id as key, surname, name from accounts
        where id = any(${idsOf('account')}::uuid[])
      union all
      select 'kyc_case ' || kyc_cases.id, people.surname, people.name
        from kyc_cases join people using (iin) where kyc_cases.id = any(${idsOf('kyc_case')}::uuid[])
      union all
      select 'claim ' || claims.id, accounts.surname, accounts.name
        from claims join accounts on accounts.id = claims.account_id
        where claims.id = any(${claims}::text[])
      union all
      select 'file ' || files.id, accounts.surname, accounts.name
        from files join claims on claims.id = files.claim_id
          join accounts on accounts.id = claims.account_id
        where files.id = any(${idsOf('file')}::uuid[])`.execute(db),
    sql<{ id: string; facts: unknown }>`
      select id::text, facts from policies
        where id = any(${idsOf('policy')}::uuid[])`.execute(db),
    sales.length > 0 ? Promise.all(desks().map((desk) => desk.facts(db, sales))) : [],
  ])
  const byFacts = (facts: unknown) => shortFacts(facts, 'kz').who
  const names = new Map([
    ...people.rows.map((row) => [row.key, shortName(row)] as const),
    ...policies.rows.map(({ id, facts }) => [`policy ${id}`, byFacts(facts)] as const),
    ...sold.flat().map(({ id, facts }) => [`sale ${id}`, byFacts(facts)] as const),
  ])
  return ({ object_kind, object_id }) =>
    names.get(
      saleKinds.includes(object_kind)
        ? `sale ${object_id}`
        : `${object_kind} ${isUuid(object_id) ? object_id.toLowerCase() : object_id}`,
    ) || null
}

/** What is known by the id of a sale. */
const saleKinds: readonly string[] = ['order', 'home', 'contract'] satisfies AuditKind[]

/** The beginning of an action, for `like`. */
export const beginsWith = (action: string): string => `${action.replaceAll('_', '\\_')}%`

/** The row of the reference on the day of an act, by Almaty. */
const ofItsDay = sql`unusual_acts.action = audit.action
  and (audit.at at time zone 'Asia/Almaty')::date between unusual_acts.effective_from
    and coalesce(unusual_acts.effective_to, 'infinity')`

/** Hours in which one actor did an act unusually often. */
const hours = (start: Date, end: Date) => sql<{ actor: string; action: string; hour: Date }>`
  select audit.actor, audit.action, date_trunc('hour', audit.at) as hour, count(*) as often
  from audit join unusual_acts on ${ofItsDay}
  where audit.at >= ${start} and audit.at < ${end}
  group by 1, 2, 3, unusual_acts.per_hour having count(*) >= unusual_acts.per_hour`

/** A line of such an hour, between two instants. */
export const isUnusual = (start: Date, end: Date): RawBuilder<boolean> => sql<boolean>`
  (audit.actor, audit.action, date_trunc('hour', audit.at)) in
  (select actor, action, hour from (${hours(start, end)}) as often)`

type Row = { actor: string; action: string; at: Date }
const hourOf = (at: Date) => Math.floor(at.getTime() / 3_600_000)

/** Returns for each line of a page how often its act was done in its hour, if that is unusual. */
export async function unusualAmong(db: Db, page: readonly Row[]) {
  const [newest, oldest] = [page[0], page.at(-1)]
  const { rows } =
    newest && oldest
      ? await sql<{ actor: string; action: string; hour: Date; often: string }>`${hours(
          new Date(hourOf(oldest.at) * 3_600_000),
          new Date((hourOf(newest.at) + 1) * 3_600_000),
        )}`.execute(db)
      : { rows: [] }
  const often = new Map(
    rows.map((row) => [`${row.actor} ${row.action} ${hourOf(row.hour)}`, Number(row.often)]),
  )
  return ({ actor, action, at }: Row): number | null =>
    often.get(`${actor} ${action} ${hourOf(at)}`) ?? null
}

const PAGE = 100
const WEEK_MS = 7 * 86_400_000

/**
 * Returns the actors a person may be written as: an IIN or an id stands for the account in any of
 * its roles.
 */
export async function actorsFor(db: Db, text: string): Promise<string[]> {
  const byIin = /^\d{12}$/.test(text)
    ? await db.selectFrom('accounts').select('id').where('iin', '=', text).execute()
    : []
  const ids = isUuid(text) ? [text] : byIin.map(({ id }) => id)
  return ids.length > 0
    ? ids.flatMap((id) => [`staff:${id}`, `accountant:${id}`, `promoter:${id}`, `client:${id}`])
    : [text]
}

/** A person is in the log by their accounts, their KYC case, or a keyed digest (`lookup.ts`). */
async function objectsFor(db: Db, signingKey: string, text: string): Promise<string[]> {
  if (!/^\d{12}$/.test(text)) return [text, lookedAtId(signingKey, text)]
  const accounts = await db.selectFrom('accounts').select('id').where('iin', '=', text).execute()
  const known = await db.selectFrom('kyc_cases').select('id').where('iin', '=', text).execute()
  return [...[...accounts, ...known].map(({ id }) => id), lookedAtId(signingKey, text)]
}

type Ask = z.output<typeof contract.body>

/** The instants a question is about; a time of day narrows its first and its last day. */
function periodOf({ from, to, since, until }: Ask): { start: Date | null; end: Date | null } {
  const minutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
  const at = (day: string, clock: string) =>
    new Date(startOfDay(day).getTime() + minutes(clock) * 60_000)
  return {
    start: from ? at(from, since ?? '00:00') : null,
    end: to ? (until ? at(to, until) : startOfDay(addDays(to, 1))) : null,
  }
}

/** The audit log, searched by what its indexes know. Searching it is itself in it. */
export const search = handle('staffAudit', async (ask, { db, clock, config, me }) => {
  const { actor, action, object, from, to, unusual, cursor } = ask
  const { start, end } = periodOf(ask)
  let found = db.selectFrom('audit').selectAll()
  if (actor) found = found.where('actor', 'in', await actorsFor(db, actor))
  if (action) found = found.where('action', 'like', beginsWith(action))
  if (object)
    found = found.where('object_id', 'in', await objectsFor(db, config.signingKey, object))
  // Without days, unusual acts are searched for in the last week: a group of hours needs an end.
  const earliest = start ?? (unusual ? new Date(clock.now().getTime() - WEEK_MS) : null)
  if (earliest) found = found.where('at', '>=', earliest)
  if (end) found = found.where('at', '<', end)
  if (unusual) found = found.where(isUnusual(earliest ?? new Date(0), end ?? clock.now()))
  if (cursor) found = found.where('id', '<', cursor)
  const rows = await found
    .orderBy('id', 'desc')
    .limit(PAGE + 1)
    .execute()
  const page = rows.slice(0, PAGE)
  const [nameOf, sealOf, often, objectOf, whoOf] = await Promise.all([
    namesOf(
      db,
      page.map((row) => row.actor),
    ),
    sealsOf(db, page),
    unusualAmong(db, page),
    objectNames(db, page),
    objectPeople(db, page),
  ])
  // Audits every page, because the caller chooses where one begins. The filter's person goes in as
  // a digest.
  const digest = (text: string | undefined) => (text ? lookedAtId(config.signingKey, text) : null)
  await audit(db, clock.now(), {
    actor: actorOf(me()),
    action: 'audit.searched',
    object: { kind: 'audit', id: 'log' },
    details: {
      action: action ?? null,
      from: from ?? null,
      to: to ?? null,
      by: digest(actor),
      of: digest(object),
      page: cursor ?? null,
    },
  })
  return ok({
    entries: page.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      actor: row.actor,
      actor_name: nameOf(row.actor) === row.actor ? null : nameOf(row.actor),
      action: row.action,
      object: { kind: row.object_kind, id: row.object_id, name: objectOf(row), who: whoOf(row) },
      details: detailsOf(row.details),
      seal: sealOf(row.id),
      unusual: often(row),
    })),
    next: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null,
  })
})

/** Returns the seal of each line of a page. */
async function sealsOf(db: Db, page: readonly { id: string }[]) {
  const [newest, oldest] = [page[0], page.at(-1)]
  const seals =
    newest && oldest
      ? await db
          .selectFrom('audit_seals')
          .select(['id', 'from_id', 'to_id'])
          .where('to_id', '>=', oldest.id)
          .where('from_id', '<=', newest.id)
          .execute()
      : []
  return (id: string): string | null =>
    seals.find((seal) => BigInt(seal.from_id) <= BigInt(id) && BigInt(id) <= BigInt(seal.to_id))
      ?.id ?? null
}

const detailsOf = (stored: unknown): Record<string, unknown> =>
  typeof stored === 'object' && stored !== null ? { ...stored } : {}

const newestSeal = (db: Db) =>
  db
    .selectFrom('audit_seals')
    .select(['id', 'to_id', 'hash', 'at'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** One part of the chain computed anew. */
export const verify = handle('staffAuditVerify', async ({ before }, { db }) => {
  const [part, newest] = await Promise.all([verifyAudit(db, before), newestSeal(db)])
  const { rows } = await sql<{
    count: string
  }>`select count(*) from audit where id > ${newest?.to_id ?? '0'}`.execute(db)
  return ok({
    ...part,
    unsealed: Number(rows[0]?.count ?? 0),
    newest: newest
      ? { seal: newest.id, hash: newest.hash.toString('hex'), at: newest.at.toISOString() }
      : null,
  })
})

/** Ten minutes of a day. */
const SLOT_SECONDS = 600
const SLOTS = 144

/** Returns a day's activity, for the bar above the log: counts, no acts. */
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

/** How many views are read, and how many lines shown. */
const READ = 300
const TOLD = 30

/**
 * Lists viewers of a client's data from the audit log, for both the client's own list and the
 * desk's. `person`: their ids there: the account, and the digest of their number (`lookup.ts`).
 */
export async function looksAt(
  db: Db,
  signingKey: string,
  person: { id: string; iin: string },
): Promise<z.input<typeof LookLine>[]> {
  const rows = await db
    .selectFrom('audit')
    .select(['actor', 'action', 'at'])
    .where('object_id', 'in', [person.id, lookedAtId(signingKey, person.iin)])
    .where('action', 'in', accessActions)
    .orderBy('id', 'desc')
    .limit(READ)
    .execute()
  const looks = rows.flatMap(({ actor, action, at }) => {
    const known = accessActions.find((one) => one === action)
    return known ? [{ actor, action: known, at }] : []
  })
  const lines = foldDataAccess(looks).slice(0, TOLD)
  const nameOf = await shortNames(
    db,
    lines.map(({ actor }) => actor),
  )
  return lines.map(({ actor, at, saw }) => ({
    role: actor.startsWith('promoter:') ? 'promoter' : 'staff',
    name: nameOf(actor),
    saw,
    at: at.toISOString(),
  }))
}

/** Returns surname and first letter, the form in which clients see who viewed their data. */
async function shortNames(db: Db, actors: readonly string[]): Promise<(actor: string) => string> {
  const idOf = (actor: string) => actor.slice(actor.indexOf(':') + 1)
  const ids = [...new Set(actors.map(idOf))].filter(isUuid)
  const rows =
    ids.length > 0
      ? await db
          .selectFrom('accounts')
          .select(['id', 'surname', 'name'])
          .where('id', 'in', ids)
          .execute()
      : []
  const names = new Map(rows.map(({ id, ...person }) => [id, shortName(person)]))
  return (actor) => names.get(idOf(actor)) ?? ''
}
