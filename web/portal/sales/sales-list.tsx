import { useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import type { Reply } from '../../http/api.ts'
import { timeOf } from '../../purchase/result/progress.ts'
import { money, useLocale, useTexts } from '../../texts.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { usePages } from '../../ui/pages-of.ts'
import { portal } from '../portal.ts'
import styles from './desk.module.css'
import words from './texts.ts'

type Sales = Reply<'promoterSales'>['data']
type Sale = Sales['sales'][number]
const periods = ['today', 'week', 'month'] as const
type Period = (typeof periods)[number]

/** Own sales of today, this week or this month: sums and own pay first, then each sale. */
export function SalesList() {
  const t = useTexts(words)
  const [period, setPeriod] = useState<Period>('today')
  return (
    <section className={styles.list} aria-labelledby="sales">
      <h2 id="sales" className="visually-hidden">
        {t.sales}
      </h2>
      <fieldset className={styles.periods} aria-label={t.period}>
        {periods.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === period}
            onClick={() => setPeriod(one)}
          >
            {t.periods[one]}
          </button>
        ))}
      </fieldset>
      <SalesOf period={period} key={period} />
    </section>
  )
}

function SalesOf({ period }: { period: Period }) {
  const t = useTexts(words)
  const locale = useLocale()
  const { loading, page, rest } = usePages<Sales>(
    async (cursor, signal) =>
      (
        await portal(
          'promoterSales',
          { period, ...(cursor ? { cursor } : {}) },
          signal ? { signal } : {},
        )
      ).data,
    (before, after) => ({ ...after, sales: [...before.sales, ...after.sales] }),
  )
  return (
    <Loaded loading={loading} value={page}>
      {({ totals, sales }) => (
        <>
          <Totals totals={totals} />
          {sales.length === 0 ? (
            <EmptyState
              title={t.none}
              action={<LinkButton href={pathOf('promoter-ogpo', locale)}>{t.firstSale}</LinkButton>}
            />
          ) : null}
          <ul className={styles.sales}>
            {sales.map((sale) => (
              <li key={sale.orderId}>
                <SaleCard sale={sale} />
              </li>
            ))}
          </ul>
          {rest ? <LoadMore label={t.more} shown={t.shown(sales.length)} {...rest} /> : null}
        </>
      )}
    </Loaded>
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
      {totals.pay === null ? null : (
        <div>
          <dt>{t.pay}</dt>
          <dd>{money(totals.pay)}</dd>
        </div>
      )}
    </dl>
  )
}

function SaleCard({ sale }: { sale: Sale }) {
  const t = useTexts(words)
  const locale = useLocale()
  const states: Record<string, string> = t.states
  const time = timeOf(sale.createdAt, locale)
  const query = new URLSearchParams({ order: sale.orderId, calculation: sale.calculationId })
  const tone =
    sale.state === 'issued'
      ? 'good'
      : ['awaiting_payment', 'paid', 'issuing'].includes(sale.state)
        ? 'now'
        : 'bad'
  return (
    <article className={styles.sale}>
      <div>
        <p className={styles.who}>
          {sale.policyholder} ·{' '}
          {sale.cars.map(({ registrationNumber }) => registrationNumber).join(', ')}
        </p>
        <p className={styles.note}>
          {time} · {t.kinds[sale.kind]} · {sale.globalId ?? `№ ${sale.orderId}`}
        </p>
      </div>
      <div className={styles.sums}>
        <strong>{money(sale.amount)}</strong>
        {sale.pay === null ? null : (
          <span className={styles.note}>
            {t.pay}: {money(sale.pay)}
          </span>
        )}
      </div>
      <div className={styles.state}>
        <Chip tone={tone}>{states[sale.state] ?? sale.state}</Chip>
        <LinkButton
          variant="quiet"
          size="small"
          href={`${pathOf('promoter-ogpo', locale)}?${query}`}
        >
          {t.open}
        </LinkButton>
      </div>
    </article>
  )
}
