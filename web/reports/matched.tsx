import { groupDigits } from '#domain/format.ts'
import { matchedColumns } from '#texts/report-columns.ts'
import { matchedBy, paymentSystems, wordFor } from '#texts/report-words.ts'
import type { Reply } from '../http/api.ts'
import { money, useLocale, useTexts } from '../texts.ts'
import { useRows } from './ledger.tsx'
import words from './match-texts.ts'
import type { Period } from './period.ts'
import { ReportLedger } from './report-ledger.tsx'
import reportWords from './texts.ts'

type Row = Reply<'reportMatched'>['data'][number]
type Totals = NonNullable<Reply<'reportMatched'>['totals']>

/** Ours on the left, theirs on the right; what gives way first on a narrow sheet. */
const order = [
  ...(['orderId', 'paidAt', 'system', 'amount', 'how'] as const),
  ...(['statement', 'outsideId', 'day', 'fee', 'theirs'] as const),
]
const from = {
  ...({ paidAt: 600, theirs: 600, system: 900, day: 900 } as const),
  ...({ how: 1200, statement: 1200, outsideId: 900, fee: 1200 } as const),
}

/** Payments that a statement has as our ledger has them, with the sums of both below. */
export function Matched({ period }: { period: Period }) {
  const t = useTexts(words)
  const report = useTexts(reportWords)
  const locale = useLocale()
  const rows = useRows('reportMatched', period, (reply) => reply)
  return (
    <ReportLedger<typeof matchedColumns, Row, Totals>
      caption={t.matchedCaption}
      columns={matchedColumns}
      order={order}
      from={from}
      grows="statement"
      named={{
        system: (code) => wordFor(paymentSystems[locale], code),
        how: (code) => wordFor(matchedBy[locale], code),
      }}
      rows={rows}
      opens={{
        orderId: ({ attemptId }) => ({ sale: attemptId }),
        statement: ({ statementId, line }) => ({
          view: 'statements',
          statement: statementId,
          line,
        }),
      }}
      foot={({ count, amount, theirs, fee }) => ({
        orderId: `${report.totals}: ${groupDigits(count)}`,
        amount: money(amount),
        theirs: money(theirs),
        fee: money(fee),
      })}
      empty={{ title: t.noneMatched, text: t.noneMatchedText }}
    />
  )
}
