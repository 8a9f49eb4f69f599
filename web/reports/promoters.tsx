import { ask } from '../http/ask.ts'
import { money, useTexts } from '../texts.ts'
import { useQuery } from '../ui/query.ts'
import { Table } from '../ui/table.tsx'
import words from './accounting-texts.ts'
import { fileOf } from './download.ts'
import { Files } from './files.tsx'
import { Filters } from './filters.tsx'
import { Paged } from './paged.tsx'
import { periodOf } from './period.ts'

/** What each promoter's sales brought. */
export function Promoters({ today }: { today: string }) {
  const t = useTexts(words).promoters
  const period = periodOf(useQuery(), today)
  return (
    <Filters today={today}>
      <Files save={fileOf('reportPromoters')} query={period} />
      <Paged
        key={JSON.stringify(period)}
        load={async (_cursor, signal) => ({
          ...(await ask('reportPromoters', period, { signal })),
          next: null,
        })}
      >
        {(rows) => (
          <Table
            caption={t.caption}
            columns={(['name', 'policies', 'premium', 'commission'] as const).map((key) => ({
              key,
              title: t.columns[key],
              number: key !== 'name',
            }))}
            rows={rows.map((row) => ({
              key: row.promoter,
              cells: {
                name: row.name,
                policies: row.policies,
                premium: money(row.premium),
                commission: money(row.commission),
              },
            }))}
          />
        )}
      </Paged>
    </Filters>
  )
}
