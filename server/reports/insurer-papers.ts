import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { brand } from '#brand'
import { toPassOnOf } from '#domain/books/booked.ts'
import {
  closingOf,
  type InsurerPaper,
  insurerPapers,
  linesOf,
  type Settlement,
} from '#domain/books/settlement.ts'
import { almatyDay } from '#domain/calendar.ts'
import { inEveryLanguage, type Locale, parseLocale } from '#domain/locale.ts'
import * as refusals from '#domain/refusals.ts'
import { paperNames, settlementWords, insurerActTexts as words } from '#texts/insurer-acts.ts'
import { myAccount, namesOf as peopleOf } from '../accounts/accounts.ts'
import { areTwoPeople } from '../accounts/second-person.ts'
import { audit } from '../audit/audit.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { notFound, ok, refuse } from '../http/refuse.ts'
import { FileAnswer, handle } from '../http/route.ts'
import { inOnePart, type ReportFile, reportFile } from '../sheets/report-file.ts'
import { answerFile } from './answer-file.ts'
import { actor, lockPeriods } from './books-lock.ts'
import { movementsFile } from './movements.ts'
import { namesInEveryLanguage } from './names.ts'
import { daysOfMonth } from './reports.ts'
import { settlementsIn } from './settlements.ts'

/**
 * Our acts for insurers: one person prepares, another signs and numbers. An act stores its figures;
 * if the books differ later, another act replaces it.
 */

const Kept = z.object({
  opening: z.int(),
  figures: z.object({
    policies: z.int(),
    premium: z.int(),
    ogpoPlus: z.int(),
    commission: z.int(),
    refundDue: z.int(),
  }),
  payments: z.array(z.object({ day: z.string(), amount: z.int(), reference: z.string() })),
})

const papersOf = (db: Sql, month: string) =>
  db
    .selectFrom('insurer_papers')
    .selectAll()
    .where('month', '=', month)
    .where('state', '<>', 'withdrawn')
    .orderBy('prepared_at')
    .execute()
type Row = Awaited<ReturnType<typeof papersOf>>[number]

const settlementsOf = (db: Sql, month: string) => settlementsIn(db, daysOfMonth(month))

/** An act of services does not depend on payments. */
const saidBy = (kind: string, settlement: Settlement) =>
  kind === 'services' ? settlement.figures : settlement
const isStale = ({ kind, facts }: Row, now: Settlement | undefined): boolean =>
  !now || !isDeepStrictEqual(saidBy(kind, Kept.parse(facts)), saidBy(kind, now))

const numberOf = ({ number, year }: { number: number | null; year: number | null }) =>
  number === null ? null : `${number}/${year}`
const kindOf = (kind: string): InsurerPaper =>
  insurerPapers.find((one) => one === kind) ?? 'services'

export const reportPapers = handle('reportPapers', async ({ month }, context) => {
  const { db, clock, locale, me } = context
  const settlements = await settlementsOf(db, month)
  if (!settlements || month > clock.today().slice(0, 7))
    return refuse(locale, refusals.periodNotClosable)
  const mine = await myAccount(db, me())
  const rows = await papersOf(db, month)
  const name = await peopleOf(db, [
    ...rows.flatMap(({ prepared_by, decided_by }) => [
      actor(prepared_by),
      decided_by ? actor(decided_by) : null,
    ]),
    ...[...settlements.values()].flatMap(({ payments }) =>
      payments.map(({ recorded_by }) => actor(recorded_by)),
    ),
  ])
  return ok({
    month,
    over: daysOfMonth(month).to < clock.today(),
    insurers: [...settlements].map(([insurer, { settlement, payments }]) => ({
      insurer,
      policies: settlement.figures.policies,
      commission: settlement.figures.commission,
      opening: settlement.opening,
      accrued: toPassOnOf({ ...settlement.figures, returned: settlement.figures.refundDue }),
      paid: payments.reduce((sum, { amount }) => sum + amount, 0),
      closing: closingOf(settlement),
      papers: rows
        .filter((row) => row.insurer_code === insurer)
        .map((row) => ({
          id: row.id,
          kind: kindOf(row.kind),
          language: parseLocale(row.locale),
          state: row.state === 'issued' ? ('issued' as const) : ('prepared' as const),
          number: numberOf(row),
          by: [row.prepared_by, row.decided_by].flatMap((id) => (id ? [name(actor(id))] : [])),
          at: (row.decided_at ?? row.prepared_at).toISOString(),
          mine: row.prepared_by === mine.id,
          stale: isStale(row, settlement),
        })),
      payments: payments.map(({ id, day, amount, reference, recorded_by }) => ({
        id,
        day,
        amount,
        reference,
        by: name(actor(recorded_by)),
      })),
    })),
  })
})

type Act = 'period.paper_prepared' | 'period.paper_signed' | 'period.paper_withdrawn'
const said = (tx: Tx, now: Date, by: string, action: Act, of: { month: string; paper: string }) =>
  audit(tx, now, {
    actor: actor(by),
    action,
    object: { kind: 'period', id: of.month },
    details: { paper: of.paper },
  })

export const reportPreparePaper = handle('reportPreparePaper', async (ask, context) => {
  const { month, insurer, kind, language } = ask
  const { db, clock, locale, me } = context
  const account = await myAccount(db, me())
  const now = clock.now()
  const done = await db.transaction().execute(async (tx) => {
    await lockPeriods(tx)
    if (daysOfMonth(month).to >= clock.today()) return refusals.periodNotClosable
    const settlement = (await settlementsOf(tx, month))?.get(insurer)?.settlement
    if (!settlement) return refusals.periodNotClosable
    const earlier = (await papersOf(tx, month)).filter(
      (row) => row.insurer_code === insurer && row.kind === kind,
    )
    const last = earlier.at(-1)
    if (last && (last.state === 'prepared' || !isStale(last, settlement)))
      return refusals.paperNotSuitable
    const { id } = await tx
      .insertInto('insurer_papers')
      .values({
        kind,
        month,
        insurer_code: insurer,
        locale: language,
        state: 'prepared',
        facts: JSON.stringify(settlement),
        replaces: last?.id ?? null,
        prepared_by: account.id,
        prepared_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await said(tx, now, account.id, 'period.paper_prepared', { month, paper: id })
    return { id }
  })
  return typeof done === 'number' ? refuse(locale, done) : ok(done)
})

/** The paper that waits under this id, to be decided under the lock of the books. */
const preparedPaper = (tx: Tx, id: string) =>
  tx
    .selectFrom('insurer_papers')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'prepared')
    .executeTakeFirst()

export const reportSignPaper = handle('reportSignPaper', async ({ id }, context) => {
  const { db, clock, locale, me } = context
  const account = await myAccount(db, me())
  const now = clock.now()
  const done = await db.transaction().execute(async (tx) => {
    await lockPeriods(tx)
    const row = await preparedPaper(tx, id)
    if (!row) return refusals.paperNotSuitable
    if (row.prepared_by === account.id) return refusals.secondPersonNeeded
    if (!(await areTwoPeople(tx, row.prepared_by, account.id))) return refusals.secondPersonNotApart
    const settlement = (await settlementsOf(tx, row.month))?.get(row.insurer_code)?.settlement
    if (isStale(row, settlement)) return refusals.paperNotSuitable
    const year = Number(almatyDay(now).slice(0, 4))
    const last = await tx
      .selectFrom('insurer_papers')
      .select('number')
      .where('kind', '=', row.kind)
      .where('year', '=', year)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst()
    const number = (last?.number ?? 0) + 1
    await tx
      .updateTable('insurer_papers')
      .set({ state: 'issued', year, number, decided_by: account.id, decided_at: now })
      .where('id', '=', id)
      .execute()
    await said(tx, now, account.id, 'period.paper_signed', { month: row.month, paper: id })
    return { number: `${number}/${year}` }
  })
  return typeof done === 'number' ? refuse(locale, done) : ok(done)
})

export const reportWithdrawPaper = handle('reportWithdrawPaper', async ({ id }, context) => {
  const { db, clock, locale, me } = context
  const account = await myAccount(db, me())
  const now = clock.now()
  const refused = await db.transaction().execute(async (tx) => {
    await lockPeriods(tx)
    const row = await preparedPaper(tx, id)
    if (!row) return refusals.paperNotSuitable
    await tx
      .updateTable('insurer_papers')
      .set({ state: 'withdrawn', decided_by: account.id, decided_at: now })
      .where('id', '=', id)
      .execute()
    await said(tx, now, account.id, 'period.paper_withdrawn', { month: row.month, paper: id })
    return null
  })
  return refused ? refuse(locale, refused) : { success: true as const }
})

/** Lines of the account as a file: their total is what is owed at the month's end. */
function settlementFile(locale: Locale, title: string, month: string, of: Settlement): ReportFile {
  return reportFile({
    name: 'settlement',
    title,
    locale,
    period: daysOfMonth(month),
    columns: [
      {
        key: 'line',
        title: words.what[locale],
        kind: 'text',
        of: ({ line }) => settlementWords[line][locale],
      },
      { key: 'day', title: words.day[locale], kind: 'day', of: ({ day }) => day },
      {
        key: 'reference',
        title: words.reference[locale],
        kind: 'text',
        of: ({ reference }) => reference || null,
      },
      { key: 'amount', title: words.sum[locale], kind: 'money', of: ({ amount }) => amount },
    ],
    rows: inOnePart(linesOf(of)),
  })
}

export const reportPaperFile = handle('reportPaperFile', async ({ id, format }, context) => {
  const { db } = context
  const row = await db
    .selectFrom('insurer_papers')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row || row.state === 'withdrawn') throw notFound()
  return format === 'pdf' ? pdfOf(context, row) : xlsxOf(context, row)
})

async function xlsxOf(context: Context, row: Row) {
  const language = parseLocale(row.locale)
  const kind = kindOf(row.kind)
  const title = `${paperNames[kind][language]} № ${numberOf(row) ?? words.draft[language]}`
  const file =
    kind === 'services'
      ? await movementsFile(
          context.reports,
          language,
          { ...daysOfMonth(row.month), insurer: row.insurer_code, sort: 'oldest' },
          title,
        )
      : settlementFile(language, title, row.month, Kept.parse(row.facts))
  return answerFile(context, 'xlsx', file)
}

async function pdfOf({ db, clock, me, paperMakers }: Context, row: Row) {
  const language = parseLocale(row.locale)
  const kind = kindOf(row.kind)
  const replaced = row.replaces
    ? await db
        .selectFrom('insurer_papers')
        .select(['number', 'year'])
        .where('id', '=', row.replaces)
        .executeTakeFirst()
    : undefined
  const insurers = await namesInEveryLanguage(db)
  const people = [row.prepared_by, row.decided_by].flatMap((id) => (id ? [actor(id)] : []))
  const name = await peopleOf(db, people)
  const bytes = await paperMakers.make({
    of: 'act',
    locale: language,
    facts: {
      broker: brand,
      kind,
      month: row.month,
      number: numberOf(row),
      insurer: inEveryLanguage((one) => insurers[one].insurer(row.insurer_code)),
      replaces: replaced ? numberOf(replaced) : null,
      settlement: Kept.parse(row.facts),
      prepared: { name: name(actor(row.prepared_by)), at: row.prepared_at.toISOString() },
      signed:
        row.decided_by && row.decided_at
          ? { name: name(actor(row.decided_by)), at: row.decided_at.toISOString() }
          : null,
    },
  })
  const account = await myAccount(db, me())
  await audit(db, clock.now(), {
    actor: actor(account.id),
    action: 'report.exported',
    object: { kind: 'report', id: 'act' },
    details: { format: 'pdf', paper: row.id },
  })
  const number = row.number === null ? 'draft' : `${row.year}-${row.number}`
  const file = `qorgan-${kind}-${row.insurer_code}-${row.month}-${number}.pdf`
  return new FileAnswer(file, 'application/pdf', bytes)
}
