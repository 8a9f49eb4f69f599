import { promoterColumns } from '#texts/report-columns.ts'
import type { Reply } from '../http/api.ts'
import { fileOf } from '../http/download.ts'
import { money, useTexts } from '../texts.ts'
import { useQuery } from '../ui/query.ts'
import words from './accounting-texts.ts'
import { Files } from './files.tsx'
import { Filters } from './filters.tsx'
import { useRows } from './ledger.tsx'
import { periodOf } from './period.ts'
import styles from './report.module.css'
import { ReportLedger } from './report-ledger.tsx'
import reportWords from './texts.ts'

type Line = Reply<'reportPromoters'>['data'][number]
type Row = Line & { id: string }

/** What each promoter's sales brought. */
export function Promoters({ today }: { today: string }) {
  const t = useTexts(words).promoters
  const { totals } = useTexts(reportWords)
  const period = periodOf(useQuery(), today)
  const rows = useRows('reportPromoters', period, ({ data }) => ({
    data: data.map((row) => ({ id: row.promoter, ...row })),
    next: null,
    totals: data,
  }))
  return (
    <div className={styles.whole}>
      <Filters today={today} end={<Files save={fileOf('reportPromoters')} query={period} />}>
        <ReportLedger<typeof promoterColumns, Row, readonly Line[]>
          key={JSON.stringify(period)}
          caption={t.caption}
          columns={promoterColumns}
          from={{ policies: 600, premium: 600 }}
          grows="name"
          rows={rows}
          opens={{ name: ({ promoter }) => (promoter ? { view: 'movements', promoter } : null) }}
          foot={(rows) => ({
            name: totals,
            policies: rows.reduce((sum, { policies }) => sum + policies, 0),
            premium: money(rows.reduce((sum, { premium }) => sum + premium, 0)),
            commission: money(rows.reduce((sum, { commission }) => sum + commission, 0)),
          })}
        />
      </Filters>
    </div>
  )
}
