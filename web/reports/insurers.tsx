import { ask } from '../http/ask.ts'
import { money, useTexts } from '../texts.ts'
import { useQuery } from '../ui/query.ts'
import { Table } from '../ui/table.tsx'
import words from './accounting-texts.ts'
import { fileOf } from './download.ts'
import { Files } from './files.tsx'
import { Filters } from './filters.tsx'
import { useOptions } from './options.ts'
import { Paged } from './paged.tsx'
import { periodOf } from './period.ts'
import reportWords from './report-texts.ts'

const sums = ['premium', 'ogpoPlus', 'commission', 'refundDue', 'toPassOn'] as const
type Line = { insurer: string; policies: number } & Record<(typeof sums)[number], number>

/** The statement per insurer, with a line of totals. */
export function Insurers({ today }: { today: string }) {
  const t = useTexts(words).insurers
  const period = periodOf(useQuery(), today)
  return (
    <Filters today={today}>
      <Files save={fileOf('reportInsurers')} query={period} />
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

export function InsurerTable({ rows, caption }: { rows: readonly Line[]; caption: string }) {
  const t = useTexts(words).insurers
  const report = useTexts(reportWords)
  const { insurer } = useOptions()
  const total = (name: (typeof sums)[number] | 'policies') =>
    rows.reduce((sum, row) => sum + row[name], 0)
  const cells = (name: string, row: Pick<Line, (typeof sums)[number] | 'policies'>) => ({
    insurer: name,
    policies: row.policies,
    ...Object.fromEntries(sums.map((sum) => [sum, money(row[sum])])),
  })
  return (
    <Table
      caption={caption}
      columns={(['insurer', 'policies', ...sums] as const).map((key) => ({
        key,
        title: t.columns[key],
        number: key !== 'insurer',
      }))}
      rows={[
        ...rows.map((row) => ({
          key: row.insurer,
          cells: cells(row.insurer ? insurer(row.insurer) : t.none, row),
        })),
        {
          key: 'total',
          strong: true,
          cells: cells(report.totals, {
            policies: total('policies'),
            premium: total('premium'),
            ogpoPlus: total('ogpoPlus'),
            commission: total('commission'),
            refundDue: total('refundDue'),
            toPassOn: total('toPassOn'),
          }),
        },
      ]}
    />
  )
}
