import { toPassOnOf } from '#domain/books/booked.ts'
import { closingOf, type Settlement } from '#domain/books/settlement.ts'
import { owedAtStart } from '#domain/books/start.ts'
import { addDays, type Day, startOfDay } from '#domain/calendar.ts'
import type { Locale } from '#domain/locale.ts'
import { settlementColumns } from '#texts/report-columns.ts'
import type { Sql } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import {
  fileColumns,
  inOnePart,
  type KeptLine,
  type ReportFile,
  reportFile,
} from '../sheets/report-file.ts'
import { answerFile, type FileAsk } from './answer-file.ts'
import { openingOf, signedStart } from './books-start.ts'
import { statementPerInsurer } from './insurers.ts'
import { namesOf } from './names.ts'
import { instantsOf } from './reports.ts'

const noFigures = { policies: 0, premium: 0, ogpoPlus: 0, commission: 0, refundDue: 0 }

const paymentsBefore = (db: Sql, from: string, until: string) =>
  db
    .selectFrom('insurer_payments')
    .select(['id', 'insurer_code', 'day', 'amount', 'reference', 'recorded_by'])
    .where('undone_at', 'is', null)
    .where('day', '>=', from)
    .where('day', '<', until)
    .orderBy('day')
    .orderBy('id')
    .execute()

/** The account of some days with each insurer that has something in it; null outside the books. */
export async function settlementsIn(db: Sql, { from, to }: { from: Day; to: Day }) {
  const start = await signedStart(db)
  const first = `${start?.month}-01`
  if (!start || from < first) return null
  const balances = await openingOf(db, start.id)
  const [since, until] = [startOfDay(from), startOfDay(addDays(to, 1))]
  const earlier = from === first ? [] : await statementPerInsurer(db, startOfDay(first), since)
  const now = await statementPerInsurer(db, since, until)
  const paidEarlier = await paymentsBefore(db, first, from)
  const paid = await paymentsBefore(db, from, addDays(to, 1))
  const codes = new Set(
    [
      ...balances.filter(({ kind }) => kind === 'debt' || kind === 'prepaid').map(subjectOf),
      ...[...earlier, ...now].map(({ insurer }) => insurer),
      ...[...paidEarlier, ...paid].map(({ insurer_code }) => insurer_code),
    ].filter(Boolean),
  )
  return new Map(
    [...codes].toSorted().map((insurer) => {
      const before = earlier.find((row) => row.insurer === insurer)
      const opening =
        owedAtStart(balances, insurer) +
        (before ? toPassOnOf({ ...before, returned: before.refundDue }) : 0) -
        paidEarlier
          .filter((row) => row.insurer_code === insurer)
          .reduce((sum, { amount }) => sum + Number(amount), 0)
      const { policies, premium, ogpoPlus, commission, refundDue } =
        now.find((row) => row.insurer === insurer) ?? noFigures
      const payments = paid
        .filter((row) => row.insurer_code === insurer)
        .map((row) => ({ ...row, amount: Number(row.amount) }))
      return [
        insurer,
        {
          payments,
          settlement: {
            opening,
            figures: { policies, premium, ogpoPlus, commission, refundDue },
            payments: payments.map(({ day, amount, reference }) => ({ day, amount, reference })),
          } satisfies Settlement,
        },
      ] as const
    }),
  )
}
/** The account in four sums. */
export const accountOf = (settlement: Settlement) => ({
  opening: settlement.opening,
  toPassOn: toPassOnOf({ ...settlement.figures, returned: settlement.figures.refundDue }),
  paid: settlement.payments.reduce((sum, { amount }) => sum + amount, 0),
  left: closingOf(settlement),
})
const subjectOf = ({ subject }: { subject: string }) => subject

/** Numbers of the acts of services of a month, by insurer: the last of each. */
async function actsOf(db: Sql, { from, to }: { from: Day; to: Day }): Promise<Map<string, string>> {
  const month = from.slice(0, 7)
  if (to.slice(0, 7) !== month) return new Map()
  const rows = await db
    .selectFrom('insurer_papers')
    .select(['insurer_code', 'number', 'year'])
    .where('month', '=', month)
    .where('kind', '=', 'services')
    .where('state', '=', 'issued')
    .orderBy('decided_at')
    .execute()
  return new Map(rows.map(({ insurer_code, number, year }) => [insurer_code, `${number}/${year}`]))
}

type Line = KeptLine<typeof settlementColumns>

/**
 * Returns the statement per insurer of these days with each account, also one with a balance only.
 */
async function accountsIn(db: Sql, days: { from: Day; to: Day }): Promise<Line[]> {
  const rows = await statementPerInsurer(db, startOfDay(days.from), startOfDay(addDays(days.to, 1)))
  const settlements = await settlementsIn(db, days)
  const acts = await actsOf(db, days)
  const standing = [...(settlements?.keys() ?? [])].filter(
    (code) => !rows.some(({ insurer }) => insurer === code),
  )
  return [...rows, ...standing.map((insurer) => ({ insurer, ...noFigures, toPassOn: 0 }))].map(
    (row) => {
      const settlement = settlements?.get(row.insurer ?? '')?.settlement
      const { opening = null, paid = null, left = null } = settlement ? accountOf(settlement) : {}
      return { ...row, opening, paid, left, act: acts.get(row.insurer ?? '') ?? null }
    },
  )
}

/** The statement as a file. */
export async function insurersFile(db: Sql, locale: Locale, ask: FileAsk): Promise<ReportFile> {
  instantsOf(ask, { locale })
  const names = await namesOf(db, locale)
  return reportFile({
    name: 'insurers',
    locale,
    period: { from: ask.from, to: ask.to },
    columns: fileColumns(settlementColumns, locale, { insurer: names.insurer }),
    rows: inOnePart(await accountsIn(db, ask)),
  })
}

export const reportInsurers = handle('reportInsurers', async (ask, context) => {
  const { reports: db, locale } = context
  if (ask.format !== 'json')
    return answerFile(context, ask.format, await insurersFile(db, locale, ask))
  instantsOf(ask, context)
  return ok(await accountsIn(db, ask))
})
