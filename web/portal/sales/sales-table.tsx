import type { ReactNode } from 'react'
import { pathOf } from '#contract/pages.ts'
import { byLabel } from '#domain/alphabetical.ts'
import type { Locale } from '#domain/locale.ts'
import { orderStates as allStates } from '#domain/order.ts'
import { purchaseKindsOf } from '#domain/products.ts'
import { type SalePeriod, salePeriods } from '#domain/promoter/periods.ts'
import { saleKinds } from '#texts/promoter.ts'
import { standing } from '#texts/reports.ts'
import { saleColumns } from '#texts/sale-columns.ts'
import { orderStates } from '#texts/states.ts'
import { SmallPlate } from '../../desks/small-plate.tsx'
import type { Reply } from '../../http/api.ts'
import { fileOf } from '../../http/download.ts'
import { useReplyPages } from '../../http/replies.ts'
import { cellOf, type Value } from '../../reports/report-cell.ts'
import { promoterToken } from '../../session/session.ts'
import { money, useLocale, useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import type { DenseColumn } from '../../ui/dense-column.ts'
import { DenseTable } from '../../ui/dense-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import chip from '../../ui/filter-chip.module.css'
import { FilterChip, FilterFold } from '../../ui/filter-chip.tsx'
import { shortInsurer } from '../../ui/insurer-name.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { setQuery, useQuery } from '../../ui/query.ts'
import { portal } from '../portal.ts'
import { SaleState } from './sale-state.tsx'
import styles from './sales-table.module.css'
import words from './texts.ts'

type Sales = Reply<'promoterSales'>['data']
type Sale = Sales['sales'][number]
const kinds = purchaseKindsOf.ogpo
type Asked = {
  period: SalePeriod
  state?: (typeof allStates)[number]
  kind?: (typeof kinds)[number]
  insurer?: string
}

/** Returns the filter of the address; ignores unknown values. */
export function askedIn(query: URLSearchParams): Asked {
  const one = <Of extends string>(name: string, of: readonly Of[]) =>
    of.find((each) => each === query.get(name))
  const [state, kind] = [one('state', allStates), one('kind', kinds)]
  const insurer = query.get('insurer')?.slice(0, 60)
  return {
    period: one('period', salePeriods) ?? 'month',
    ...(state ? { state } : {}),
    ...(kind ? { kind } : {}),
    ...(insurer ? { insurer } : {}),
  }
}

/** Own sales as rows: filters that act at once, sums below, the same as a file. */
export function SalesTable() {
  const asked = askedIn(useQuery())
  return <SalesOf key={JSON.stringify(asked)} asked={asked} />
}

function SalesOf({ asked }: { asked: Asked }) {
  const t = useTexts(words)
  const locale = useLocale()
  const { loading, page, rest } = useReplyPages<'promoterSales', Sales>(
    portal,
    'promoterSales',
    { ...asked, limit: 50 },
    (before, after) => ({ ...after, sales: [...before.sales, ...after.sales] }),
  )
  return (
    <section className={styles.sheet} aria-label={t.sales}>
      <Bar asked={asked} insurers={page?.insurers ?? []} />
      <div className={styles.rows}>
        <Loaded loading={loading} value={page}>
          {({ totals, sales }) => (
            <>
              {sales.length === 0 ? <None asked={asked} /> : <Rows sales={sales} totals={totals} />}
              {sales.length === 0 ? null : <p className={styles.about}>{standing.sales[locale]}</p>}
              {rest ? (
                <div className={styles.rest}>
                  <LoadMore label={t.more} shown={t.shown(sales.length)} {...rest} />
                </div>
              ) : null}
            </>
          )}
        </Loaded>
      </div>
    </section>
  )
}

function None({ asked: { state, kind, insurer } }: { asked: Asked }) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <EmptyState
      title={t.none}
      action={
        state || kind || insurer ? (
          <Button size="small" variant="secondary" onClick={reset}>
            {t.reset}
          </Button>
        ) : (
          <LinkButton href={pathOf('promoter-ogpo', locale)}>{t.firstSale}</LinkButton>
        )
      }
    />
  )
}

const reset = () => setQuery({ state: null, kind: null, insurer: null })

/** The period, the filters, and the download of what is shown. */
function Bar({ asked, insurers }: { asked: Asked; insurers: Sales['insurers'] }) {
  const t = useTexts(words)
  const locale = useLocale()
  const act = useAct(null)
  const { period, state, kind, insurer } = asked
  const save = (format: 'xlsx' | 'csv') =>
    act.run(() =>
      fileOf('promoterSalesFile', promoterToken)(
        { ...asked, format },
        new AbortController().signal,
        () => {},
      ),
    )
  const options = (of: Readonly<Record<string, string>>, keys: readonly string[]) =>
    keys.map((value) => ({ value, label: of[value] ?? value }))
  return (
    <div className={styles.bar}>
      <fieldset className={styles.periods} aria-label={t.period}>
        {salePeriods.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === period}
            onClick={() => setQuery({ period: one })}
          >
            {t.periods[one]}
          </button>
        ))}
      </fieldset>
      <FilterFold until={600} acting={[state, insurer, kind].filter(Boolean).length}>
        <FilterChip
          label={saleColumns.state.screen[locale]}
          any={t.any}
          value={state ?? ''}
          options={options(orderStates[locale], allStates)}
          onValue={(value) => setQuery({ state: value })}
        />
        <FilterChip
          label={saleColumns.insurer.screen[locale]}
          any={t.any}
          value={insurer ?? ''}
          options={insurers
            .map(({ code, name }) => ({ value: code, label: shortInsurer(name) }))
            .sort(byLabel(locale))}
          onValue={(value) => setQuery({ insurer: value })}
        />
        <FilterChip
          label={saleColumns.kind.screen[locale]}
          any={t.any}
          value={kind ?? ''}
          options={options(saleKinds[locale], kinds)}
          onValue={(value) => setQuery({ kind: value })}
        />
      </FilterFold>
      {state || kind || insurer ? (
        <button type="button" className={chip.reset} onClick={reset}>
          {t.reset}
        </button>
      ) : null}
      <span className={styles.files}>
        {(['xlsx', 'csv'] as const).map((format) => (
          <Button
            key={format}
            size="small"
            variant="secondary"
            busy={act.busy}
            aria-label={t.file(format.toUpperCase())}
            onClick={() => void save(format)}
          >
            {format.toUpperCase()}
          </Button>
        ))}
      </span>
      <ActError act={act} />
    </div>
  )
}

function Rows({ sales, totals }: { sales: Sales['sales']; totals: Sales['totals'] }) {
  const t = useTexts(words)
  const locale = useLocale()
  const columns = columnsOf(locale, totals.pay !== null)
  return (
    <DenseTable
      caption={t.sales}
      height="dense"
      rows={sales}
      keyOf={({ orderId }) => orderId}
      columns={columns}
      foot={{
        createdAt: (
          <span className={styles.sum}>{t.sum(totals.orders, totals.issued, totals.awaiting)}</span>
        ),
        booked: money(totals.premium),
        pay: totals.pay === null ? '' : money(totals.pay),
      }}
    />
  )
}

type Shown = keyof typeof cells
/** Content of each column on the screen. */
const cells = {
  createdAt: (sale: Sale) => sale.createdAt,
  state: (sale: Sale) => sale.state,
  policyholder: (sale: Sale) => sale.policyholder,
  plates: (sale: Sale) => sale.cars.map(({ registrationNumber }) => registrationNumber).join(', '),
  kind: (sale: Sale) => sale.kind,
  insurer: (sale: Sale) => shortInsurer(sale.insurer),
  globalId: (sale: Sale) => sale.globalId,
  booked: (sale: Sale) => sale.booked,
  amount: (sale: Sale) => sale.amount,
  pay: (sale: Sale) => sale.pay,
  endDate: (sale: Sale) => sale.endDate,
} as const satisfies Partial<Record<keyof typeof saleColumns, (sale: Sale) => Value>>
/** Narrower than this a column is left out; the rest stays. */
const widths: Partial<Record<Shown, 600 | 900 | 1200>> = {
  kind: 900,
  insurer: 900,
  amount: 900,
  globalId: 1200,
  endDate: 1200,
  pay: 600,
  plates: 600,
}

function columnsOf(locale: Locale, paid: boolean): DenseColumn<Sale>[] {
  return (Object.keys(cells) as Shown[])
    .filter((key) => key !== 'pay' || paid)
    .map((key) => {
      const column = saleColumns[key]
      return {
        key,
        title: column.screen[locale],
        number: column.kind === 'money',
        from: widths[key],
        cell: (sale) => shownCell(key, sale, locale),
      }
    })
}

/** Without the year on a phone: it shows these weeks only. */
function When({ at }: { at: string }) {
  const [day = '', time] = almatyTime(at).split(' ')
  return (
    <>
      {day.slice(0, 5)}
      <span className={styles.year}>{day.slice(5)}</span> {time}
    </>
  )
}

const Plates = ({ cars }: Pick<Sale, 'cars'>) =>
  cars.map(({ registrationNumber }) => (
    <SmallPlate key={registrationNumber} plate={registrationNumber} />
  ))

function shownCell(key: Shown, sale: Sale, locale: Locale): ReactNode {
  const text = cellOf(saleColumns[key], cells[key](sale))
  if (key === 'createdAt') {
    const query = new URLSearchParams({ order: sale.orderId, calculation: sale.calculationId })
    return (
      <a data-row href={`${pathOf('promoter-ogpo', locale)}?${query}`}>
        <When at={sale.createdAt} />
      </a>
    )
  }
  if (key === 'state') return <SaleState state={sale.state} />
  if (key === 'kind') return saleKinds[locale][sale.kind]
  if (key === 'plates') return <Plates cars={sale.cars} />
  if (key === 'policyholder')
    return (
      <div className={styles.who}>
        {text}
        <span>
          <Plates cars={sale.cars.slice(0, 1)} />
        </span>
      </div>
    )
  return text
}
