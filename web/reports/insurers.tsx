import { insurerColumns } from '#texts/report-columns.ts'
import { fileOf } from '../http/download.ts'
import { useTexts } from '../texts.ts'
import { useQuery } from '../ui/query.ts'
import words from './accounting-texts.ts'
import { Files } from './files.tsx'
import { Filters } from './filters.tsx'
import { type InsurerLine, useInsurerLook } from './insurer-look.ts'
import { useRows } from './ledger.tsx'
import { periodOf } from './period.ts'
import styles from './report.module.css'
import { ReportLedger } from './report-ledger.tsx'

const from = {
  policies: 600,
  premium: 600,
  ogpoPlus: 1200,
  commission: 900,
  refundDue: 900,
} as const
type Row = InsurerLine & { id: string }

/** The statement per insurer, with a line of totals. */
export function Insurers({ today }: { today: string }) {
  const t = useTexts(words).insurers
  const { look, foot } = useInsurerLook()
  const period = periodOf(useQuery(), today)
  const rows = useRows('reportInsurers', period, ({ data }) => ({
    data: data.map((row) => ({ id: row.insurer, ...row })),
    next: null,
    totals: data,
  }))
  return (
    <div className={styles.whole}>
      <Filters today={today} end={<Files save={fileOf('reportInsurers')} query={period} />}>
        <ReportLedger<typeof insurerColumns, Row, readonly InsurerLine[]>
          key={JSON.stringify(period)}
          caption={t.caption}
          columns={insurerColumns}
          from={from}
          {...look}
          rows={rows}
          opens={{ insurer: ({ insurer }) => ({ view: 'movements', insurer }) }}
          foot={foot}
        />
        <p className={styles.about}>{t.about}</p>
      </Filters>
    </div>
  )
}
