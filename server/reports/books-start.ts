import type { z } from 'zod'
import type { Start } from '#contract/report-books.ts'
import { openingKinds, oursOf } from '#domain/books/start.ts'
import { wayNames } from '#domain/payment-ways.ts'
import * as refusals from '#domain/refusals.ts'
import { fieldText } from '#texts/fields.ts'
import { myAccount, namesOf } from '../accounts/accounts.ts'
import { areTwoPeople } from '../accounts/second-person.ts'
import { audit } from '../audit/audit.ts'
import type { Sql, Tx } from '../db/connect.ts'
import { invalid, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { actor, lockPeriods } from './books-lock.ts'
import { nextMonth } from './reports.ts'

/**
 * Start of the books: one person proposes, another signs. No month exists before it; two people may
 * reset it until the first month is closed.
 */

type Shown = z.input<typeof Start>

/** Returns the signed start; undefined before there is one. */
export const signedStart = (db: Sql) =>
  db
    .selectFrom('books_starts')
    .selectAll()
    .where('state', '=', 'signed')
    .orderBy('decided_at', 'desc')
    .limit(1)
    .executeTakeFirst()

const waitingStart = (db: Sql) =>
  db.selectFrom('books_starts').selectAll().where('state', '=', 'waiting').executeTakeFirst()

/** The balances of a start, as the screens and papers read them. */
export async function openingOf(db: Sql, startId: string): Promise<Shown['balances']> {
  const rows = await db
    .selectFrom('opening_balances')
    .select(['kind', 'subject', 'amount', 'proof'])
    .where('start_id', '=', startId)
    .orderBy('subject')
    .execute()
  return openingKinds.flatMap((kind) =>
    rows
      .filter((row) => row.kind === kind)
      .map((row) => ({ ...row, kind, amount: Number(row.amount) })),
  )
}

const isClosedAny = async (db: Sql): Promise<boolean> =>
  (await db.selectFrom('closed_periods').select('month').limit(1).executeTakeFirst()) !== undefined

/** Returns the start as the months' screen shows it. */
export async function startsFor(db: Sql, me: string) {
  const [signed, waiting] = [await signedStart(db), await waitingStart(db)]
  const people = [signed, waiting].flatMap((row) =>
    row ? [row.asked_by, row.decided_by].flatMap((id) => (id ? [actor(id)] : [])) : [],
  )
  const name = await namesOf(db, people)
  const shown = async (row: typeof signed): Promise<Shown | null> =>
    row
      ? {
          id: row.id,
          month: row.month,
          source: row.source,
          ours: Number(row.ours),
          reason: row.reason,
          by: [row.asked_by, row.decided_by].flatMap((id) => (id ? [name(actor(id))] : [])),
          at: (row.decided_at ?? row.asked_at).toISOString(),
          mine: row.asked_by === me,
          balances: await openingOf(db, row.id),
        }
      : null
  return {
    signed: await shown(signed),
    waiting: await shown(waiting),
    mayChange: !(await isClosedAny(db)),
  }
}

/** Returns the names a balance of each kind may have; null if any name may be used. */
async function subjectsOf(db: Sql): Promise<Readonly<Record<string, ReadonlySet<string> | null>>> {
  const rows = await db.selectFrom('insurers').select('code').distinct().execute()
  const insurers = new Set(rows.map(({ code }) => code))
  return {
    account: null,
    waiting: new Set<string>(wayNames),
    prepaid: insurers,
    debt: insurers,
    refunds: new Set(['clients']),
  }
}

export const reportProposeStart = handle('reportProposeStart', async (ask, context) => {
  const { db, clock, locale, me } = context
  const { month, source, ours, balances, reason } = ask
  const now = clock.now()
  if (month > nextMonth(clock.today().slice(0, 7)))
    throw invalid([{ path: 'month', message: fieldText('opening_month', locale) }])
  const subjects = await subjectsOf(db)
  const seen = new Set<string>()
  const wrong = balances.flatMap(({ kind, subject }, at) => {
    const key = `${kind} ${subject}`
    const allowed = subjects[kind]
    const isWrong = seen.has(key) || (allowed && !allowed.has(subject))
    seen.add(key)
    return isWrong
      ? [{ path: `balances.${at}.subject`, message: fieldText('opening_subject', locale) }]
      : []
  })
  if (wrong.length > 0) throw invalid(wrong)
  if (oursOf(balances) !== ours) return refuse(locale, refusals.openingDoesNotHold)
  const account = await myAccount(db, me())
  const done = await db.transaction().execute(async (tx) => {
    await lockPeriods(tx)
    if (await isClosedAny(tx)) return refusals.booksHaveBegun
    if ((await signedStart(tx)) && reason.length < 10)
      throw invalid([{ path: 'reason', message: fieldText('opening_reason', locale) }])
    await tx
      .updateTable('books_starts')
      .set({ state: 'withdrawn', decided_by: account.id, decided_at: now })
      .where('state', '=', 'waiting')
      .execute()
    const { id } = await tx
      .insertInto('books_starts')
      .values({
        month,
        source,
        ours,
        reason,
        state: 'waiting',
        asked_by: account.id,
        asked_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (balances.length > 0)
      await tx
        .insertInto('opening_balances')
        .values(balances.map((balance) => ({ ...balance, start_id: id })))
        .execute()
    await said(tx, now, account.id, 'period.start_proposed', month)
    return { id }
  })
  return typeof done === 'number' ? refuse(locale, done) : ok(done)
})

type Act = 'period.start_proposed' | 'period.start_signed' | 'period.start_withdrawn'
const said = (tx: Tx, now: Date, by: string, action: Act, month: string) =>
  audit(tx, now, { actor: actor(by), action, object: { kind: 'period', id: month } })

export const reportSignStart = handle('reportSignStart', async ({ id }, context) => {
  const { db, clock, locale, me } = context
  const account = await myAccount(db, me())
  const now = clock.now()
  const refused = await db.transaction().execute(async (tx) => {
    await lockPeriods(tx)
    const row = await waitingStart(tx)
    if (row?.id !== id) return refusals.claimChanged
    if (await isClosedAny(tx)) return refusals.booksHaveBegun
    if (row.asked_by === account.id) return refusals.secondPersonNeeded
    if (!(await areTwoPeople(tx, row.asked_by ?? '', account.id)))
      return refusals.secondPersonNotApart
    await tx
      .updateTable('books_starts')
      .set({ state: 'signed', decided_by: account.id, decided_at: now })
      .where('id', '=', id)
      .execute()
    // A month prepared under another start may not be the next one any more.
    await tx.deleteFrom('prepared_periods').execute()
    await said(tx, now, account.id, 'period.start_signed', row.month)
    return null
  })
  return refused ? refuse(locale, refused) : { success: true as const }
})

export const reportWithdrawStart = handle('reportWithdrawStart', async ({ id }, context) => {
  const { db, clock, locale, me } = context
  const account = await myAccount(db, me())
  const now = clock.now()
  const refused = await db.transaction().execute(async (tx) => {
    await lockPeriods(tx)
    const row = await waitingStart(tx)
    if (row?.id !== id) return refusals.claimChanged
    await tx
      .updateTable('books_starts')
      .set({ state: 'withdrawn', decided_by: account.id, decided_at: now })
      .where('id', '=', id)
      .execute()
    await said(tx, now, account.id, 'period.start_withdrawn', row.month)
    return null
  })
  return refused ? refuse(locale, refused) : { success: true as const }
})
