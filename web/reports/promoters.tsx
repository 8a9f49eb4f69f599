import { promoterColumns } from '#texts/report-columns.ts'
import { ask } from '../http/ask.ts'
import { useTexts } from '../texts.ts'
import { useQuery } from '../ui/query.ts'
import words from './accounting-texts.ts'
import { fileOf } from './download.ts'
import { Files } from './files.tsx'
import { Filters } from './filters.tsx'
import { Paged } from './paged.tsx'
import { periodOf } from './period.ts'
import { ReportTable } from './report-table.tsx'

/** What each promoter's sales brought. */
export function Promoters({ today }: { today: string }) {
  const t = useTexts(words).promoters
  const period = periodOf(useQuery(), today)
  return (
    <Filters today={today} end={<Files save={fileOf('reportPromoters')} query={period} />}>
      <Paged
        key={JSON.stringify(period)}
        load={async (_cursor, signal) => ({
          ...(await ask('reportPromoters', period, { signal })),
          next: null,
        })}
      >
        {(rows) => (
          <ReportTable
            caption={t.caption}
            columns={promoterColumns}
            rows={rows.map((row) => ({ id: row.promoter, ...row }))}
          />
        )}
      </Paged>
    </Filters>
  )
}
