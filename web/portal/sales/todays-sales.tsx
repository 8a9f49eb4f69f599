import { pathOf } from '#contract/pages.ts'
import { almatyDay, formatTime, numericDay } from '#domain/calendar.ts'
import { saleKinds, saleTroubles } from '#texts/promoter.ts'
import { SmallPlate } from '../../desks/small-plate.tsx'
import type { Reply } from '../../http/api.ts'
import { useReplyPages } from '../../http/replies.ts'
import { money, useLocale, useTexts } from '../../texts.ts'
import { LinkButton } from '../../ui/button.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { portal } from '../portal.ts'
import styles from './desk.module.css'
import { SaleState } from './sale-state.tsx'
import words from './texts.ts'
import lines from './todays-sales.module.css'

type Sales = Reply<'promoterSales'>['data']
type Sale = Sales['sales'][number]
/** Number open at first; a press shows the rest. */
const SHOWN = { today: 10, month: 5 } as const

/** Recent sales, newest first; a failed one shows why and how to go on. */
export function TodaysSales({ period = 'today' }: { period?: keyof typeof SHOWN }) {
  const t = useTexts(words)
  const locale = useLocale()
  const { loading, page, rest } = useReplyPages<'promoterSales', Sales>(
    portal,
    'promoterSales',
    { period, limit: SHOWN[period] },
    (before, after) => ({ ...after, sales: [...before.sales, ...after.sales] }),
  )
  return (
    <section className={styles.part} aria-labelledby="todays">
      <header className={lines.head}>
        <h2 id="todays">{period === 'today' ? t.todays : t.latest}</h2>
        {page?.sales.length ? (
          <p className={styles.note}>
            {t.sum(page.totals.orders, page.totals.issued, page.totals.awaiting)}
          </p>
        ) : null}
        {page?.sales.length ? (
          <a href={`${pathOf('promoter-sales', locale)}?view=sales&period=${period}`}>
            {t.views.sales}
          </a>
        ) : null}
      </header>
      <Loaded loading={loading} value={page}>
        {({ sales }) =>
          sales.length === 0 ? (
            <p className={styles.note}>{period === 'today' ? t.noTodays : t.none}</p>
          ) : (
            <>
              <ul className={lines.sales}>
                {sales.map((sale) => (
                  <SaleLine key={sale.orderId} sale={sale} dated={period !== 'today'} />
                ))}
              </ul>
              {rest ? <LoadMore label={t.more} shown={t.shown(sales.length)} {...rest} /> : null}
            </>
          )
        }
      </Loaded>
    </section>
  )
}

function SaleLine({ sale, dated }: { sale: Sale; dated: boolean }) {
  const locale = useLocale()
  const { state, trouble, kind, policyholder, cars, amount, createdAt } = sale
  return (
    <li data-walk>
      <a href={orderOf(sale, locale)}>
        {dated
          ? numericDay(almatyDay(new Date(createdAt))).slice(0, 5)
          : formatTime(new Date(createdAt))}
      </a>
      <p className={lines.who}>
        <b>{policyholder}</b> <span>{saleKinds[locale][kind]}</span>
      </p>
      <p className={lines.plates}>
        {cars.map(({ registrationNumber }) => (
          <SmallPlate key={registrationNumber} plate={registrationNumber} />
        ))}
      </p>
      <p className={lines.sum}>{money(amount)}</p>
      <SaleState state={state} />
      {trouble && (trouble !== state || sale.draft) ? (
        <div className={lines.trouble}>
          {/* A state that is itself the reason is not repeated. */}
          <p>{trouble === state ? '' : saleTroubles[trouble][locale]}</p>
          <Way sale={sale} />
        </div>
      ) : null}
    </li>
  )
}

/** Next step of a failed sale: another bill for the same order, or its form as a new sale. */
function Way({ sale }: { sale: Sale }) {
  const t = useTexts(words)
  const locale = useLocale()
  const { way, draft, policyholder } = sale
  const href =
    way === 'bill'
      ? orderOf(sale, locale)
      : way === 'again' && draft
        ? `${pathOf('promoter-ogpo', locale)}?${new URLSearchParams({ draft })}`
        : null
  if (!way || !href) return null
  return (
    <LinkButton
      size="small"
      variant="secondary"
      href={href}
      aria-label={`${t.ways[way]}: ${policyholder}`}
    >
      {t.ways[way]}
    </LinkButton>
  )
}

const orderOf = ({ orderId, calculationId }: Sale, locale: ReturnType<typeof useLocale>) =>
  `${pathOf('promoter-ogpo', locale)}?${new URLSearchParams({ order: orderId, calculation: calculationId })}`
