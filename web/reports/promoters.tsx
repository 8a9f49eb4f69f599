import { promoterColumns } from '#texts/report-columns.ts'
import type { Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { useTexts } from '../texts.ts'
import { useQuery } from '../ui/query.ts'
import words from './accounting-texts.ts'
import { fileOf } from './download.ts'
import { Files } from './files.tsx'
import { Filters } from './filters.tsx'
import { periodOf } from './period.ts'
import styles from './report.module.css'
import { ReportLedger } from './report-ledger.tsx'

type Row = Reply<'reportPromoters'>['data'][number] & { id: string }

/** What each promoter's sales brought. */
export function Promoters({ today }: { today: string }) {
  const t = useTexts(words).promoters
  const period = periodOf(useQuery(), today)
  return (
    <div className={styles.whole}>
      <Filters today={today} end={<Files save={fileOf('reportPromoters')} query={period} />}>
        <ReportLedger<typeof promoterColumns, Row>
          key={JSON.stringify(period)}
          caption={t.caption}
          columns={promoterColumns}
          from={{ policies: 600, premium: 600 }}
          grows="name"
          load={async (_cursor, signal) => {
            const { data } = await ask('reportPromoters', period, { signal })
            return { data: data.map((row) => ({ id: row.promoter, ...row })), next: null }
          }}
        />
      </Filters>
    </div>
  )
}
