import { insurerColumns } from '#texts/report-columns.ts'
import type { Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { useTexts } from '../texts.ts'
import { useQuery } from '../ui/query.ts'
import words from './accounting-texts.ts'
import { fileOf } from './download.ts'
import { Files } from './files.tsx'
import { Filters } from './filters.tsx'
import { useOptions } from './options.ts'
import { Paged } from './paged.tsx'
import { periodOf } from './period.ts'
import { ReportTable } from './report-table.tsx'
import reportWords from './report-texts.ts'

/** The statement per insurer, with a line of totals. */
export function Insurers({ today }: { today: string }) {
  const t = useTexts(words).insurers
  const period = periodOf(useQuery(), today)
  return (
    <Filters today={today} end={<Files save={fileOf('reportInsurers')} query={period} />}>
      <Paged
        key={JSON.stringify(period)}
        load={async (_cursor, signal) => ({
          ...(await ask('reportInsurers', period, { signal })),
          next: null,
        })}
      >
        {(rows) => <InsurerTable rows={rows} caption={t.caption} />}
      </Paged>
      <p>{t.about}</p>
    </Filters>
  )
}

type Line = Reply<'reportInsurers'>['data'][number]

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
