import { money } from '../texts.ts'
import { Table } from './table.tsx'

type Kind = 'premium' | 'ogpo_plus'
/** Sums returned when a policy ends early, tenge, line by line. */
type Refund = {
  elapsedDays: number
  totalDays: number
  retainedPercent: number
  lines: readonly { kind: Kind; paid: number; retained: number; refund: number }[]
}
type Props = {
  of: Refund
  words: Record<'lines' | 'part' | 'paid' | 'retained' | 'back', string> & {
    kinds: Record<Kind, string>
    how: (elapsed: number, total: number, percent: number) => string
  }
}

/** Calculation of a refund: the elapsed days, then the refund of each payment. */
export function RefundLines({ of, words: t }: Props) {
  return (
    <>
      <p>{t.how(of.elapsedDays, of.totalDays, of.retainedPercent)}</p>
      <Table
        caption={t.lines}
        columns={[
          { key: 'part', title: t.part },
          { key: 'paid', title: t.paid, number: true },
          { key: 'retained', title: t.retained, number: true },
          { key: 'back', title: t.back, number: true },
        ]}
        rows={of.lines.map((line) => ({
          key: line.kind,
          cells: {
            part: t.kinds[line.kind],
            paid: money(line.paid),
            retained: money(line.retained),
            back: money(line.refund),
          },
        }))}
      />
    </>
  )
}
