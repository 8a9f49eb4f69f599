import { movementNames } from '#domain/books/movements.ts'
import { groupDigits } from '#domain/format.ts'
import { movementSorts, sortsOf } from '#domain/report.ts'
import { movementColumns } from '#texts/report-columns.ts'
import { movementWords, saleChannels } from '#texts/report-words.ts'
import { SmallPlate } from '../desks/small-plate.tsx'
import type { Reply } from '../http/api.ts'
import { fileOf } from '../http/download.ts'
import { money, useLocale, useTexts } from '../texts.ts'
import { ColumnsMenu, useChosenColumns } from '../ui/columns-menu.tsx'
import { shortInsurer } from '../ui/insurer-name.ts'
import { useQuery } from '../ui/query.ts'
import { SavedViews } from '../ui/saved-views.tsx'
import words from './accounting-texts.ts'
import { Files } from './files.tsx'
import { Filters } from './filters.tsx'
import { Ledger, pageOf, useRows } from './ledger.tsx'
import { ledgerColumns, type ShownOf } from './ledger-columns.tsx'
import { narrowedBy, useOptions } from './options.ts'
import { periodOf } from './period.ts'
import styles from './report.module.css'
import { ReportSum } from './report-ledger.tsx'
import reportWords from './texts.ts'

type Row = Reply<'reportMovements'>['data'][number]
type Totals = NonNullable<Reply<'reportMovements'>['totals']>
type Key = ShownOf<typeof movementColumns>

/** Width below which a column is hidden. */
const from: Partial<Record<Key, 600 | 900 | 1200>> = {
  at: 600,
  movement: 600,
  insurer: 900,
  number: 900,
  holder: 1200,
  premium: 900,
  commission: 900,
  ogpoPlus: 1200,
  refundDue: 1200,
}
/** Hidden until the user chooses them; a file has them all the same. */
const away: readonly Key[] = [
  ...(['client', 'plate', 'startDate', 'endDate'] as const),
  ...(['promoter', 'paymentId', 'refundId', 'channel'] as const),
]

/** Changes of premium, commission or insurers' returns: the rows behind every figure. */
export function Movements({ today }: { today: string }) {
  const t = useTexts(words).movements
  const report = useTexts(reportWords)
  const locale = useLocale()
  const query = useQuery()
  const options = useOptions()
  const movement = movementNames.find((one) => one === query.get('movement'))
  const channel = query.get('channel')
  const sort = sortsOf(movementSorts).find((one) => one === query.get('sort')) ?? 'newest'
  const { insurer, promoter } = narrowedBy(query)
  const filter = {
    ...periodOf(query, today),
    ...(insurer ? { insurer } : {}),
    ...(promoter ? { promoter } : {}),
    ...(movement ? { movement } : {}),
    ...(channel ? { channel } : {}),
    ...(query.get('plus') ? { plus: 'yes' as const } : {}),
  }
  const rows = useRows('reportMovements', { ...filter, sort, ...pageOf(query) }, (reply) => reply)
  const whole = ledgerColumns<typeof movementColumns, Row>(
    {
      columns: movementColumns,
      from,
      grows: 'insurer',
      named: {
        movement: (code) => movementWords[locale][code as Row['movement']],
        channel: (code) => saleChannels[locale][code] ?? code,
        insurer: (code) => shortInsurer(options.insurer(code)),
        plate: (plate) => <SmallPlate plate={plate} />,
      },
      opens: {
        policyNumber: ({ policyNumber, orderId }) => ({ sale: policyNumber ?? orderId }),
        number: ({ orderId }) => ({ sale: orderId }),
        paymentId: ({ paymentId }) => (paymentId ? { sale: paymentId } : null),
        refundId: ({ refundId }) => (refundId ? { sale: refundId } : null),
      },
      below: {
        until: 1200,
        of: ({ holder, plate }) => (
          <>
            {holder}
            {plate ? <SmallPlate plate={plate} /> : null}
          </>
        ),
      },
      sorts: movementSorts,
    },
    locale,
  )
  const { shown, menu, keys } = useChosenColumns('movements', whole, away)
  const channels = Object.entries(saleChannels[locale])
  return (
    <div className={styles.whole}>
      <Filters
        today={today}
        choices={[
          {
            name: 'movement',
            label: movementColumns.movement.screen[locale],
            options: movementNames.map((value) => ({ value, label: movementWords[locale][value] })),
          },
          {
            name: 'channel',
            label: movementColumns.channel.screen[locale],
            options: channels.map(([value, label]) => ({ value, label })),
          },
          {
            name: 'plus',
            label: movementColumns.ogpoPlus.screen[locale],
            options: [{ value: 'yes', label: t.plus }],
          },
          ...options.choices.filter(({ name }) => name !== 'source'),
        ]}
        end={
          <>
            <SavedViews list="movements" without={['sale', 'page']} told={periodOf(query, today)} />
            <ColumnsMenu {...menu} />
            <Files
              save={fileOf('reportMovements')}
              query={{ ...filter, sort, ...(keys ? { columns: keys.join(',') } : {}) }}
            />
          </>
        }
      >
        <Ledger<Row, Totals>
          key={JSON.stringify([filter, sort])}
          caption={t.caption}
          columns={shown}
          rows={rows}
          foot={(totals) => ({
            policyNumber: `${report.totals}: ${groupDigits(totals.count)}`,
            insurer: t.sold(groupDigits(totals.sold)),
            premium: money(totals.premium),
            ogpoPlus: money(totals.ogpoPlus),
            commission: money(totals.commission),
            refundDue: money(totals.refundDue),
            toPassOn: money(totals.toPassOn),
          })}
          counted={({ count }) => count}
          summed={(rows) => <ReportSum shown={rows} more={[t.fromLedger]} />}
        />
      </Filters>
    </div>
  )
}
