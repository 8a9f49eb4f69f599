import type { ReactNode } from 'react'
import { groupDigits } from '#domain/format.ts'
import { matchedColumns } from '#texts/report-columns.ts'
import { matchedBy, paymentSystems, wordFor } from '#texts/report-words.ts'
import { useFootSum } from '../desks/shell/foot-sum.ts'
import type { Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { money, useLocale, useTexts } from '../texts.ts'
import type { DenseColumn } from '../ui/dense-table.tsx'
import { Ledger } from './ledger.tsx'
import words from './match-texts.ts'
import type { Period } from './period.ts'
import { cellOf } from './report-cell.ts'
import reportWords from './report-texts.ts'

type Row = Reply<'reportMatched'>['data'][number]
type Totals = NonNullable<Reply<'reportMatched'>['totals']>
type Shown = Exclude<keyof typeof matchedColumns, 'attemptId' | 'line'>

/** Ours on the left, theirs on the right; what gives way first on a narrow sheet. */
const order = [
  ...(['orderId', 'paidAt', 'system', 'amount', 'how'] as const),
  ...(['statement', 'outsideId', 'day', 'fee', 'theirs'] as const),
]
const from: Partial<Record<Shown, 600 | 900 | 1200>> = {
  ...{ paidAt: 600, theirs: 600, system: 900, day: 900 },
  ...{ how: 1200, statement: 1200, outsideId: 900, fee: 1200 },
}

/** Payments that a statement has as our ledger has them, with the sums of both below. */
export function Matched({ period }: { period: Period }) {
  const t = useTexts(words)
  const report = useTexts(reportWords)
  const locale = useLocale()
  const named: Partial<Record<Shown, (code: string) => ReactNode>> = {
    system: (code) => wordFor(paymentSystems[locale], code),
    how: (code) => wordFor(matchedBy[locale], code),
  }
  const columns = order.map(
    (key): DenseColumn<Row> => ({
      key,
      title: matchedColumns[key].screen[locale],
      number: matchedColumns[key].kind === 'money',
      grows: key === 'statement',
      from: from[key],
      cell: (row) => cellOf(matchedColumns[key], row[key], named[key]),
    }),
  )
  return (
    <Ledger<Row, Totals>
      caption={t.matchedCaption}
      columns={columns}
      load={(cursor, signal) =>
        ask('reportMatched', { ...period, ...(cursor ? { cursor } : {}) }, { signal })
      }
      foot={({ count, amount, theirs, fee }) => ({
        orderId: `${report.totals}: ${groupDigits(count)}`,
        amount: money(amount),
        theirs: money(theirs),
        fee: money(fee),
      })}
      summed={(shown) => <Sum shown={shown} />}
      empty={{ title: t.noneMatched, text: t.noneMatchedText }}
    />
  )
}

function Sum({ shown }: { shown: number }) {
  useFootSum(useTexts(reportWords).shown(shown))
  return null
}
