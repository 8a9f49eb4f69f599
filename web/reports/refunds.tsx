import { refundColumns } from '#texts/report-columns.ts'
import type { Reply } from '../http/api.ts'
import { fileOf } from '../http/download.ts'
import { useLocale, useTexts } from '../texts.ts'
import { Chip } from '../ui/chip.tsx'
import { useQuery } from '../ui/query.ts'
import words from './accounting-texts.ts'
import { Files } from './files.tsx'
import { Filters } from './filters.tsx'
import { useRows } from './ledger.tsx'
import { periodOf } from './period.ts'
import styles from './report.module.css'
import { ReportLedger } from './report-ledger.tsx'
import reportWords from './texts.ts'

const statuses = ['due', 'done', 'failed'] as const
const tones = { due: 'now', done: 'good', failed: 'bad' } as const

/** The order it was for names the line. */
const order = [
  ...(['orderId', 'createdAt', 'doneAt', 'way', 'reason', 'status', 'receipt'] as const),
  'amount' as const,
]

type Row = Reply<'reportRefunds'>['data'][number] & { id: string }
const from = {
  ...({ createdAt: 600, status: 600, doneAt: 900, way: 900 } as const),
  ...({ reason: 1200, receipt: 1200 } as const),
}

/** The register of refunds. */
export function Refunds({ today }: { today: string }) {
  const t = useTexts(words).refunds
  const own = useTexts(reportWords)
  const ways: Record<string, string> = t.ways
  const query = useQuery()
  const locale = useLocale()
  const status = statuses.find((one) => one === query.get('status'))
  const reason = query.get('reason')
  const filter = {
    ...periodOf(query, today),
    ...(status ? { status } : {}),
    ...(reason ? { reason } : {}),
  }
  const rows = useRows('reportRefunds', filter, (reply) => reply)
  return (
    <div className={styles.whole}>
      <Filters
        today={today}
        choices={[
          {
            name: 'status',
            label: own.status,
            options: statuses.map((value) => ({ value, label: t.statuses[value] })),
          },
          {
            name: 'reason',
            label: refundColumns.reason.screen[locale],
            options: Object.entries(t.reasons).map(([value, label]) => ({ value, label })),
          },
        ]}
        end={<Files save={fileOf('reportRefunds')} query={filter} />}
      >
        <ReportLedger<typeof refundColumns, Row>
          key={JSON.stringify(filter)}
          caption={t.caption}
          columns={refundColumns}
          order={order}
          from={from}
          grows="reason"
          named={{
            way: (code) => ways[code] ?? code,
            reason: (code) => t.reasons[code] ?? code,
            status: (code) => <State code={code} />,
          }}
          opens={{ orderId: ({ id }) => ({ sale: id }) }}
          empty={{ title: t.none, text: own.emptyText }}
          rows={rows}
        />
      </Filters>
    </div>
  )
}

function State({ code }: { code: string }) {
  const t = useTexts(words).refunds
  const status = statuses.find((one) => one === code)
  return status ? <Chip tone={tones[status]}>{t.statuses[status]}</Chip> : code
}
