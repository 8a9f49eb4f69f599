import { insurerColumns } from '#texts/report-columns.ts'
import type { Reply } from '../http/api.ts'
import { useTexts } from '../texts.ts'
import words from './accounting-texts.ts'
import { useOptions } from './options.ts'
import { ReportTable } from './report-table.tsx'
import reportWords from './report-texts.ts'

type Line = Reply<'reportInsurers'>['data'][number]

/** The figures of a month per insurer, as they were closed. */
export function InsurerTable({ rows, caption }: { rows: readonly Line[]; caption: string }) {
  const t = useTexts(words).insurers
  const report = useTexts(reportWords)
  const { insurer } = useOptions()
  return (
    <ReportTable
      caption={caption}
      columns={insurerColumns}
      rows={rows.map((row) => ({ id: row.insurer, ...row }))}
      words={{ insurer: (code) => (code ? insurer(code) : t.none) }}
      totals={report.totals}
    />
  )
}
