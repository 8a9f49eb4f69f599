import { useEffect, useState } from 'react'
import { almatyDay } from '#domain/calendar.ts'
import type { Reply } from '../../api.ts'
import { faultOf } from '../../http.ts'
import { pathOf } from '../../pages.ts'
import { longDate, money, useLocale, useTexts } from '../../texts.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { clockTime } from '../ogpo-calculator-result/progress.ts'
import { portal } from '../promoter/portal.ts'
import styles from './desk.module.css'
import words from './texts.ts'

type Sales = Reply<'promoterSales'>['data']
type Sale = Sales['sales'][number]
const periods = ['today', 'week', 'month'] as const
type Period = (typeof periods)[number]

/** Own sales of today, this week or this month: sums and commission first, then each sale. */
export function SalesList() {
  const t = useTexts(words)
  const locale = useLocale()
  const [period, setPeriod] = useState<Period>('today')
  const [sales, setSales] = useState<Sales | null>(null)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)

  // Outside React: the server.
  useEffect(() => {
    const stop = new AbortController()
    portal('promoterSales', { period }, { signal: stop.signal }).then(
      ({ data }) => {
        setSales(data)
        setTrouble(null)
      },
      (error) => {
        if (!stop.signal.aborted) setTrouble(faultOf(error).message || t.failed)
      },
    )
    return () => stop.abort()
  }, [period, t.failed])

  const more = async (cursor: string): Promise<void> => {
    setBusy(true)
    try {
      const { data } = await portal('promoterSales', { period, cursor })
      setSales((before) => (before ? { ...data, sales: [...before.sales, ...data.sales] } : data))
    } catch (error) {
      setTrouble(faultOf(error).message || t.failed)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={styles.list} aria-labelledby="sales">
      <h2 id="sales" className="visually-hidden">
        {t.sales}
      </h2>
      <fieldset className={styles.periods} aria-label={t.period}>
        {periods.map((one) => (
          <button key={one} type="button" aria-pressed={one === period} onClick={() => setPeriod(one)}>
            {t.periods[one]}
          </button>
        ))}
      </fieldset>
      {trouble ? <Notice tone="error" live title={trouble} /> : null}
      {sales ? <Totals totals={sales.totals} /> : <Skeleton shape="card" />}
      {sales?.sales.length === 0 ? (
        <EmptyState title={t.none} action={<LinkButton href={pathOf('promoter-ogpo', locale)}>{t.firstSale}</LinkButton>} />
      ) : null}
      <ul className={styles.sales}>
        {sales?.sales.map((sale) => (
          <li key={sale.orderId}>
            <SaleCard sale={sale} />
          </li>
        ))}
      </ul>
      {sales?.next ? (
        <LoadMore label={t.more} shown={t.shown(sales.sales.length)} busy={busy} onMore={() => void more(sales.next ?? '')} />
      ) : null}
    </section>
  )
}

function Totals({ totals }: { totals: Sales['totals'] }) {
  const t = useTexts(words)
  return (
    <dl className={styles.totals}>
      <div>
        <dt>{t.issued}</dt>
        <dd>{t.count(totals.issued)}</dd>
      </div>
      <div>
        <dt>{t.awaiting}</dt>
        <dd>{totals.awaiting}</dd>
      </div>
      <div>
        <dt>{t.premium}</dt>
        <dd>{money(totals.premium)}</dd>
      </div>
      <div>
        <dt>{t.commission}</dt>
        <dd>{money(totals.commission)}</dd>
      </div>
    </dl>
  )
}

function SaleCard({ sale }: { sale: Sale }) {
  const t = useTexts(words)
  const locale = useLocale()
  const states: Record<string, string> = t.states
  const time = clockTime(sale.createdAt, almatyDay(new Date()), (day) => longDate(locale, day))
  const query = new URLSearchParams({ order: sale.orderId, calculation: sale.calculationId })
  const tone = sale.state === 'issued' ? 'good' : ['awaiting_payment', 'paid', 'issuing'].includes(sale.state) ? 'now' : 'bad'
  return (
    <article className={styles.sale}>
      <div>
        <p className={styles.who}>
          {sale.policyholder} · {sale.cars.map(({ registrationNumber }) => registrationNumber).join(', ')}
        </p>
        <p className={styles.note}>
          {time} · {t.kinds[sale.kind]} · {sale.globalId ?? `№ ${sale.orderId}`}
        </p>
      </div>
      <div className={styles.sums}>
        <strong>{money(sale.amount)}</strong>
        <span className={styles.note}>
          {t.commission}: {money(sale.commission)}
        </span>
      </div>
      <div className={styles.state}>
        <Chip tone={tone}>{states[sale.state] ?? sale.state}</Chip>
        <LinkButton look="quiet" size="small" href={`${pathOf('promoter-ogpo', locale)}?${query}`}>
          {t.open}
        </LinkButton>
      </div>
    </article>
  )
}
