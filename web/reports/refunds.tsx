import { ask } from '../http/ask.ts'
import { money, useTexts } from '../texts.ts'
import { almatyTime } from '../ui/almaty.ts'
import { Chip } from '../ui/chip.tsx'
import { useQuery } from '../ui/query.ts'
import { Table } from '../ui/table.tsx'
import words from './accounting-texts.ts'
import { fileOf } from './download.ts'
import { Files } from './files.tsx'
import { Filters } from './filters.tsx'
import { Paged } from './paged.tsx'
import { periodOf } from './period.ts'
import reportWords from './report-texts.ts'

const statuses = ['due', 'done', 'failed'] as const
const tones = { due: 'now', done: 'good', failed: 'bad' } as const

/** The register of refunds. */
export function Refunds({ today }: { today: string }) {
  const t = useTexts(words).refunds
  const own = useTexts(reportWords)
  const query = useQuery()
  const status = statuses.find((one) => one === query.get('status'))
  const filter = { ...periodOf(query, today), ...(status ? { status } : {}) }
  return (
    <Filters
      today={today}
      choices={[
        {
          name: 'status',
          label: own.status,
          options: statuses.map((value) => ({ value, label: t.statuses[value] })),
        },
      ]}
    >
      <Files save={fileOf('reportRefunds')} query={filter} />
      <Paged
        key={JSON.stringify(filter)}
        load={(cursor, signal) =>
          ask('reportRefunds', { ...filter, ...(cursor ? { cursor } : {}) }, { signal })
        }
      >
        {(rows) => (
          <Table
            caption={t.caption}
            columns={(
              ['id', 'created', 'done', 'way', 'reason', 'status', 'receipt', 'amount'] as const
            ).map((key) => ({
              key,
              title: t.columns[key],
              number: key === 'amount',
            }))}
            rows={rows.map((row) => ({
              key: row.id,
              cells: {
                id: row.orderId,
                created: almatyTime(row.createdAt),
                done: row.doneAt ? almatyTime(row.doneAt) : '–',
                way: t.ways[row.way],
                reason: t.reasons[row.reason] ?? row.reason,
                status: <Chip tone={tones[row.status]}>{t.statuses[row.status]}</Chip>,
                receipt: row.receipt ?? '–',
                amount: money(row.amount),
              },
            }))}
          />
        )}
      </Paged>
    </Filters>
  )
}
