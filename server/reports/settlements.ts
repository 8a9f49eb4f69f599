import { toPassOnOf } from '#domain/books/booked.ts'
import type { Settlement } from '#domain/books/settlement.ts'
import { owedAtStart } from '#domain/books/start.ts'
import { addDays, type Day, startOfDay } from '#domain/calendar.ts'
import type { Sql } from '../db/connect.ts'
import { openingOf, signedStart } from './books-start.ts'
import { statementPerInsurer } from './insurers.ts'

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
const subjectOf = ({ subject }: { subject: string }) => subject
