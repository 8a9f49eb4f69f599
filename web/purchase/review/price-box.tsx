import { lazy, Suspense, useRef, useState } from 'react'
import { money, useLocale, useTexts } from '../../texts.ts'
import { CheckIcon, ChevronIcon } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { payable, ReissueRows, Warnings } from '../before-paying.tsx'
import { useWaitWords } from '../form-error-notice.tsx'
import { explain } from '../price/factor-words.ts'
import { type Reason, reasonOf, savedBy } from '../price/reason.ts'
import { SinceLine } from '../price/since-last.tsx'
import { useEstimate } from '../price/use-estimate.ts'
import saleWords from '../purchase-texts.ts'
import type { Quote, State } from '../state/state.ts'
import type { PurchaseActions } from '../state/use-purchase.ts'
import { inputsKey } from '../state/wire.ts'
import { Figure } from './figure.tsx'
import { needOf } from './need.ts'
import styles from './price-box.module.css'
import words, { priceForWords } from './review-texts.ts'

const Why = lazy(() => import('./why.tsx').then((module) => ({ default: module.Why })))

/**
 * The price, its reason, and what it waits for; the whole calculation opens below. An estimate
 * stands there until the price does, and says what it is.
 */
export function PriceBox({ purchase }: { purchase: PurchaseActions }) {
  const t = useTexts(words)
  const all = useTexts(saleWords)
  const locale = useLocale()
  const { state, fresh, options, buyer, wrong, askedWhere } = purchase
  const quote = state.quote?.calculation ?? null
  const reissue = state.reissue !== null
  const estimate = useEstimate(state, options.today)
  const moved = useMoved(quote)
  const waits = useWaitWords(purchase, 'calculate')
  const need = fresh ? null : needOf(wrong, state, askedWhere)
  const without = need === 'awaiting' && quote !== null && isWithoutAwaited(state, buyer.phone)
  const saved = quote && fresh ? savedBy(quote) : 0
  // Of a renewal the last price says more than what careful years save.
  const since = quote?.since_last
  return (
    <section className={styles.box} aria-label={all.summary}>
      <div className={styles.price}>
        <h2 className={styles.label}>
          {reissue && quote
            ? quote.refund_sum > 0
              ? all.refund
              : all.surcharge
            : priceForWords(locale, state.months)}
        </h2>
        {moved && moved.reason.by !== 0 ? (
          <s className={styles.was}>
            <span className="visually-hidden">{t.wasBefore} </span>
            {money(moved.was)}
          </s>
        ) : null}
        {quote ? (
          <Figure
            tenge={reissue && quote.refund_sum > 0 ? quote.refund_sum : payable(quote, reissue)}
          />
        ) : estimate ? (
          <Figure tenge={estimate} about={t.about} />
        ) : (
          <Skeleton shape="title" />
        )}
      </div>
      <div className={styles.said}>
        {moved ? <ReasonWords reason={moved.reason} /> : null}
        {waits ? (
          <p className={styles.note} role="status">
            {waits}
          </p>
        ) : need ? (
          <div className={styles.need}>
            <p>{t.needs[need]}</p>
            {without ? <p className={styles.note}>{t.without}</p> : null}
          </div>
        ) : !quote && estimate ? (
          <p className={styles.note}>{t.aboutWhy}</p>
        ) : quote && !fresh ? (
          <p className={styles.note}>{t.pricing}</p>
        ) : null}
        {since && !moved ? <SinceLine since={since} /> : null}
        {saved > 0 && !reissue && !moved && !since ? (
          <p className={styles.saved}>
            <CheckIcon />
            <span>{t.saved(money(saved))}</span>
          </p>
        ) : null}
        {saved === 0 && fresh && quote?.cars.length === 1 && !reissue && !moved && !since ? (
          <p className={styles.note}>{t.cheaper}</p>
        ) : null}
      </div>
      {reissue ? (
        <dl className={styles.rows}>
          <ReissueRows quote={quote} />
        </dl>
      ) : null}
      {quote ? (
        <Details quote={quote} reissue={reissue} />
      ) : (
        <div className={styles.coming} aria-hidden="true" />
      )}
    </section>
  )
}

function Details({ quote, reissue }: { quote: Quote; reissue: boolean }) {
  const all = useTexts(saleWords)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Warnings quote={quote} />
      {reissue && quote.refund_sum > 0 ? <p className={styles.note}>{all.refundText}</p> : null}
      <details
        className={styles.why}
        onToggle={(event) =>
          event.target === event.currentTarget && setOpen(event.currentTarget.open)
        }
      >
        <summary>
          {all.why}
          <ChevronIcon />
        </summary>
        {open ? (
          <Suspense fallback={<Skeleton shape="card" />}>
            <Why quote={quote} />
          </Suspense>
        ) : null}
      </details>
    </>
  )
}

/** Whether the price that stands there is that without those whose answer 1414 awaits. */
function isWithoutAwaited(state: State, phone: string): boolean {
  const drivers = state.drivers.filter(({ consent }) => consent.kind !== 'awaiting')
  return state.quote?.key === inputsKey({ ...state, drivers }, phone)
}

type Moved = { was: number; reason: Reason }

/** The quote before this one, and why they differ. */
function useMoved(quote: Quote | null): Moved | null {
  const last = useRef<{ quote: Quote | null; moved: Moved | null }>({ quote: null, moved: null })
  const { quote: before } = last.current
  if (quote && before !== quote) {
    const reason = before ? reasonOf(before, quote) : null
    last.current = { quote, moved: reason && before ? { was: before.premium, reason } : null }
  }
  return quote ? last.current.moved : null
}

/** «2-жүргізуші: + 18 769 ₸». */
function ReasonWords({ reason }: { reason: Reason }) {
  const t = useTexts(words)
  const locale = useLocale()
  const by = `${reason.by < 0 ? '−' : '+'}\u00a0${money(Math.abs(reason.by))}`
  const said = (): string => {
    if (reason.what === 'driverAdded') return t.reasons.driverAdded(reason.number)
    if (reason.what === 'carAdded') return t.reasons.carAdded(reason.number)
    if (reason.what === 'factor') return explain([reason.now], locale)[0]?.title ?? t.reasons.other
    return t.reasons[reason.what]
  }
  return <p className={styles.reason}>{reason.by === 0 ? t.same(said()) : t.changed(said(), by)}</p>
}
