import { Suspense, useEffect, useRef, useState } from 'react'
import { lazy } from '../../lazy.ts'
import type { Term } from '../../sale/model/sale.ts'
import { figureOf } from '../../sale/price.ts'
import { money, useLocale, useTexts } from '../../texts.ts'
import { ChevronIcon } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ReissueRows, Warnings } from '../before-paying.tsx'
import { reasonOf } from '../price/reason.ts'
import { useEstimate } from '../price/use-estimate.ts'
import saleWords from '../purchase-texts.ts'
import type { Quote } from '../state/state.ts'
import type { PurchaseActions } from '../state/use-purchase.ts'
import styles from './price-box.module.css'
import { type Moved, Said } from './price-said.tsx'
import words, { priceForWords } from './review-texts.ts'

const [frames, frameMs] = [6, 40]

/**
 * The sum, large. It counts to a new one in a few frames, unless the person wants less motion; a
 * screen reader hears the last one only.
 */
function Figure({ tenge, about }: { tenge: number; about?: string | undefined }) {
  const [shown, setShown] = useState(tenge)
  const from = useRef(tenge)
  useEffect(() => {
    const begin = from.current
    from.current = tenge
    if (begin === tenge || matchMedia('(prefers-reduced-motion: reduce)').matches)
      return setShown(tenge)
    let frame = 0
    const timer = setInterval(() => {
      frame += 1
      setShown(Math.round(begin + ((tenge - begin) * frame) / frames))
      if (frame === frames) clearInterval(timer)
    }, frameMs)
    return () => clearInterval(timer)
  }, [tenge])
  return (
    <>
      {/* Another element once it is certain: the size of its letters is another one. */}
      <p
        key={about}
        className={styles.figure}
        data-about={about ? '' : undefined}
        aria-hidden="true"
      >
        {about ? <span className={styles.aboutWord}>{about} </span> : null}
        {money(shown)}
      </p>
      <p className="visually-hidden" role="status">
        {about ? `${about} ` : ''}
        {money(tenge)}
      </p>
    </>
  )
}

const PriceBreakdown = lazy(() =>
  import('./price-breakdown.tsx').then((module) => ({ default: module.PriceBreakdown })),
)

/**
 * The price, its reason, and what it waits for; the whole calculation opens below. An estimate
 * stands there until the price does, and says what it is.
 */
export function PriceBox({ purchase }: { purchase: PurchaseActions }) {
  const t = useTexts(words)
  const all = useTexts(saleWords)
  const locale = useLocale()
  const { state, options } = purchase
  const { term } = state
  const quote = state.quote?.calculation ?? null
  const estimate = useEstimate(state, options.today)
  const moved = useMoved(quote, term)
  const figure = quote && figureOf(quote, term)
  return (
    <section className={styles.box} aria-label={all.summary}>
      <div className={styles.price}>
        <h2 className={styles.label}>
          {term.reissue && figure
            ? figure.what === 'refund'
              ? all.refund
              : all.surcharge
            : priceForWords(locale, term.months)}
        </h2>
        {moved && moved.was !== null && moved.reason.by !== 0 ? (
          <s className={styles.was}>
            <span className="visually-hidden">{t.wasBefore} </span>
            {money(moved.was)}
          </s>
        ) : null}
        {figure ? (
          <Figure tenge={figure.tenge} />
        ) : estimate ? (
          <Figure tenge={estimate} about={t.about} />
        ) : (
          <Skeleton shape="title" />
        )}
      </div>
      <div className={styles.said}>
        <Said purchase={purchase} quote={quote} moved={moved} about={estimate !== null} />
      </div>
      {term.reissue ? (
        <dl className={styles.rows}>
          <ReissueRows quote={quote} />
        </dl>
      ) : null}
      {quote ? (
        <Details quote={quote} term={term} />
      ) : (
        <div className={styles.coming} aria-hidden="true" />
      )}
    </section>
  )
}

function Details({ quote, term }: { quote: Quote; term: Term }) {
  const all = useTexts(saleWords)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Warnings quote={quote} />
      {figureOf(quote, term).what === 'refund' ? (
        <p className={styles.note}>{all.refundText}</p>
      ) : null}
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
            <PriceBreakdown quote={quote} />
          </Suspense>
        ) : null}
      </details>
    </>
  )
}

/** The quote before this one, and why they differ. */
function useMoved(quote: Quote | null, term: Term): Moved | null {
  const last = useRef<{ quote: Quote | null; moved: Moved | null }>({ quote: null, moved: null })
  const { quote: before } = last.current
  if (quote && before !== quote) {
    const reason = before ? reasonOf(before, quote) : null
    const [was, is] = [before && figureOf(before, term), figureOf(quote, term)]
    last.current = {
      quote,
      moved: reason && was ? { was: was.what === is.what ? was.tenge : null, reason } : null,
    }
  }
  return quote ? last.current.moved : null
}
