import { insurerColumns } from '#texts/report-columns.ts'
import type { Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { money, useTexts } from '../texts.ts'
import { shortInsurer } from '../ui/insurer-name.ts'
import { useQuery } from '../ui/query.ts'
import words from './accounting-texts.ts'
import { fileOf } from './download.ts'
import { Files } from './files.tsx'
import { Filters } from './filters.tsx'
import { useOptions } from './options.ts'
import { periodOf } from './period.ts'
import styles from './report.module.css'
import { ReportLedger } from './report-ledger.tsx'
import reportWords from './report-texts.ts'

type Line = Reply<'reportInsurers'>['data'][number]
type Row = Line & { id: string }
const sums = ['premium', 'ogpoPlus', 'commission', 'refundDue', 'toPassOn'] as const
const from = {
  policies: 600,
  premium: 600,
  ogpoPlus: 1200,
  commission: 900,
  refundDue: 900,
} as const

/** The statement per insurer, with a line of totals. */
export function Insurers({ today }: { today: string }) {
  const t = useTexts(words).insurers
  const report = useTexts(reportWords)
  const { insurer } = useOptions()
  const period = periodOf(useQuery(), today)
  const sumOf = (rows: readonly Line[], key: (typeof sums)[number]) =>
    money(rows.reduce((sum, row) => sum + row[key], 0))
  return (
    <div className={styles.whole}>
      <Filters today={today} end={<Files save={fileOf('reportInsurers')} query={period} />}>
        <ReportLedger<typeof insurerColumns, Row, readonly Line[]>
          key={JSON.stringify(period)}
          caption={t.caption}
          columns={insurerColumns}
          from={from}
          grows="insurer"
          named={{ insurer: (code) => (code ? shortInsurer(insurer(code)) : t.none) }}
          load={async (_cursor, signal) => {
            const { data } = await ask('reportInsurers', period, { signal })
            return {
              data: data.map((row) => ({ id: row.insurer, ...row })),
              next: null,
              totals: data,
            }
          }}
          foot={(rows) => ({
            insurer: report.totals,
            policies: rows.reduce((sum, { policies }) => sum + policies, 0),
            ...Object.fromEntries(sums.map((key) => [key, sumOf(rows, key)])),
          })}
        />
        <p className={styles.about}>{t.about}</p>
      </Filters>
    </div>
  )
}
