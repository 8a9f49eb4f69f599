import type { Reply } from '../http/api.ts'
import { money, useTexts } from '../texts.ts'
import { almatyTime } from '../ui/almaty.ts'
import { Table } from '../ui/table.tsx'
import { differingWords as words } from './accounting-texts.ts'

type Row = Reply<'reportReconciliation'>['data']['exceptions'][number]

/** Contracts whose money does not agree, a sentence each. */
export function Differing({ caption, rows }: { caption: string; rows: readonly Row[] }) {
  const t = useTexts(words)
  return (
    <Table
      caption={caption}
      columns={[
        { key: 'contract', title: t.contract },
        { key: 'at', title: t.when },
        { key: 'what', title: t.what },
      ]}
      rows={rows.map((row) => ({
        key: `${row.id} ${row.note}`,
        cells: {
          contract: row.id,
          at: row.at ? almatyTime(row.at) : '–',
          what: sentenceOf(t, row),
        },
      }))}
    />
  )
}

function sentenceOf(
  t: ReturnType<typeof useTexts<typeof words.kz>>,
  { note, theirs }: Row,
): string {
  const over = theirs ?? 0
  const sum = money(Math.abs(over))
  if (note === 'partner') return t.partner(sum)
  if (note === 'chargeback') return t.chargeback(sum)
  if (note === 'bank_return') return t.bankReturn(sum)
  if (note.includes('overdrawn')) return t.overdrawn(sum)
  if (note !== 'balance') return t.outside(sum)
  return over > 0 ? t.leftOver(sum) : t.tooMuch(sum)
}
