import { Suspense, useEffect, useRef, useState } from 'react'
import type { LegalName } from '../../dialogs/legal.tsx'
import { lazy } from '../../lazy.ts'
import { rowFieldOf } from '../../sale/model/place.ts'
import type { Term } from '../../sale/model/sale.ts'
import type { Problem } from '../../sale/model/wire.ts'
import { figureOf, payable } from '../../sale/price.ts'
import { money, useLocale, useTexts } from '../../texts.ts'
import { BottomSheet } from '../../ui/bottom-sheet.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckIcon, ChevronIcon } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ReissueRows, Warnings } from '../before-paying.tsx'
import { warmFormErrorNotice } from '../form-error-later.tsx'
import { explain } from '../price/factor-words.ts'
import { type Reason, reasonOf, savedBy } from '../price/reason.ts'
import { SinceLine } from '../price/since-last.tsx'
import { useEstimate } from '../price/use-estimate.ts'
import saleWords from '../purchase-texts.ts'
import { carLookup, type Quote, type State } from '../state/state.ts'
import type { PurchaseActions } from '../state/use-purchase.ts'
import { inputsKey, isOfPay } from '../state/wire.ts'
import { useWaitWords } from '../wait-words.ts'
import priceBoxStyles from './price-box.module.css'
import styles from './review.module.css'
import words, { priceForWords } from './review-texts.ts'

/**
 * The figure before, tenge (null: of another kind, a charge and not a refund), and the reason for
 * the change.
 */
type Moved = { was: number | null; reason: Reason }

type PriceBoxProps = {
  purchase: PurchaseActions
  quote: Quote | null
  moved: Moved | null
  /** The figure is an estimate. */
  about: boolean
}

/** The note to the price, two lines at most: why it changed, what it waits for, how it compares. */
const Said = (props: PriceBoxProps) => (
  <>
    {props.moved ? <ReasonWords reason={props.moved.reason} /> : null}
    <WaitsFor {...props} />
    {props.moved || !props.quote ? null : <Compared {...props} quote={props.quote} />}
  </>
)

function WaitsFor({ purchase, quote, about }: PriceBoxProps) {
  const t = useTexts(words)
  const { state, fresh, wrong, askedWhere } = purchase
  const waits = useWaitWords(purchase, 'calculate')
  const need = fresh ? null : missingAnswerOf(wrong, state, askedWhere)
  if (waits)
    return (
      <p className={priceBoxStyles.note} role="status">
        {waits}
      </p>
    )
  if (need)
    return (
      <div className={priceBoxStyles.need}>
        <p>{t.needs[need]}</p>
        {need === 'awaiting' && quote && isWithoutAwaited(state) ? (
          <p className={priceBoxStyles.note}>{t.without}</p>
        ) : null}
      </div>
    )
  // A refusal says by itself why there is no price.
  if (!quote)
    return about && !state.formError ? <p className={priceBoxStyles.note}>{t.aboutWhy}</p> : null
  return fresh ? null : <p className={priceBoxStyles.note}>{t.pricing}</p>
}

/** Of a renewal the last price says more than what careful years save. */
function Compared({ purchase: { state, fresh }, quote }: PriceBoxProps & { quote: Quote }) {
  const t = useTexts(words)
  if (quote.since_last) return <SinceLine since={quote.since_last} />
  if (!fresh || state.term.reissue) return null
  const saved = savedBy(quote)
  if (saved > 0)
    return (
      <p className={priceBoxStyles.saved}>
        <CheckIcon />
        <span>{t.saved(money(saved))}</span>
      </p>
    )
  return quote.cars.length === 1 ? <p className={priceBoxStyles.note}>{t.cheaper}</p> : null
}

/** Checks whether the price leaves out the drivers who have yet to answer 1414. */
function isWithoutAwaited(state: State): boolean {
  const drivers = state.drivers.filter(({ consent }) => consent.kind !== 'awaiting')
  return state.quote?.key === inputsKey({ ...state, drivers })
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
  return (
    <p className={priceBoxStyles.reason}>
      {reason.by === 0 ? t.same(said()) : t.changed(said(), by)}
    </p>
  )
}

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
        className={priceBoxStyles.figure}
        data-about={about ? '' : undefined}
        aria-hidden="true"
      >
        {about ? <span className={priceBoxStyles.aboutWord}>{about} </span> : null}
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
 * The price, its reason, and what it waits for; the whole calculation opens below. Until the price
 * comes an estimate is shown, marked as one.
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
    <section className={priceBoxStyles.box} aria-label={all.summary}>
      <div className={priceBoxStyles.price}>
        <h2 className={priceBoxStyles.label}>
          {term.reissue && figure
            ? figure.what === 'refund'
              ? all.refund
              : all.surcharge
            : priceForWords(locale, term.months)}
        </h2>
        {moved && moved.was !== null && moved.reason.by !== 0 ? (
          <s className={priceBoxStyles.was}>
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
      <div className={priceBoxStyles.said}>
        <Said purchase={purchase} quote={quote} moved={moved} about={estimate !== null} />
      </div>
      {term.reissue ? (
        <dl className={priceBoxStyles.rows}>
          <ReissueRows quote={quote} />
        </dl>
      ) : null}
      {quote ? (
        <Details quote={quote} term={term} />
      ) : (
        <div className={priceBoxStyles.coming} aria-hidden="true" />
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
        <p className={priceBoxStyles.note}>{all.refundText}</p>
      ) : null}
      <details
        className={priceBoxStyles.why}
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

/** What the price waits for first. */
type MissingAnswer =
  | 'car'
  | 'carWrong'
  | 'experience'
  | 'consent'
  | 'awaiting'
  | 'driver'
  | 'driverWrong'
  | 'where'
  | 'other'

/**
 * Returns the first missing answer that the price needs, or null. `askedWhere`: the browser would
 * ask for the position, which only a press may cause.
 */
export function missingAnswerOf(
  wrong: readonly Problem[],
  state: Pick<State, 'cars' | 'drivers'>,
  askedWhere: boolean,
): MissingAnswer | null {
  const needs = wrong.map(({ field, key }) => missingAnswerAt(field, key, state))
  const asked = needs.find((need) => need !== 'awaiting')
  return asked ?? needs[0] ?? (askedWhere ? 'where' : null)
}

function missingAnswerAt(
  field: string,
  key: string,
  state: Pick<State, 'cars' | 'drivers'>,
): MissingAnswer {
  if (key === 'experience') return 'experience'
  const at = rowFieldOf(field)
  if (at?.kind === 'car') {
    const row = state.cars.find(({ id }) => id === at.id)
    return row && carLookup(row).kind !== 'failed' && key === 'required' ? 'car' : 'carWrong'
  }
  if (at?.kind !== 'driver') return 'other'
  if (key === 'required') return 'driver'
  if (key !== 'consent_needed') return 'driverWrong'
  const row = state.drivers.find(({ id }) => id === at.id)
  return row?.consent.kind === 'awaiting' || row?.consent.kind === 'asking' ? 'awaiting' : 'consent'
}

const mark = 'qorgan.sheet'
const isMarked = (): boolean =>
  typeof history.state === 'object' && history.state !== null && mark in history.state

/** Makes «back» close what is open over the page and keep the page. */
export function useBackCloses(open: boolean, close: () => void): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (!open) return
    // After a reload the entry is there already.
    if (!isMarked()) history.pushState({ [mark]: true }, '')
    const back = (): void => latest.current()
    addEventListener('popstate', back)
    return () => {
      removeEventListener('popstate', back)
      if (isMarked()) history.back()
    }
  }, [open])
}

type ActionProps = { purchase: PurchaseActions; onPay: () => void }

/**
 * The one button, always in the same place: with the sum on it once that is known, before it what
 * the price waits for.
 */
function Action({ purchase, onPay }: ActionProps) {
  const t = useTexts(words)
  const all = useTexts(saleWords)
  const { state, fresh, wanted, calculate, wrong, refuse, askedWhere } = purchase
  const quote = state.quote?.calculation
  if (quote && fresh) {
    const sum = payable(quote, state.term)
    return (
      <Button wide busy={state.busy !== null} onClick={onPay}>
        {sum === 0 ? all.reissueNow : all.toPay(money(sum))}
      </Button>
    )
  }
  const need = missingAnswerOf(wrong, state, askedWhere)
  return (
    <Button
      wide
      busy={state.busy === 'calculate' || wanted}
      onClick={() => (wrong.length > 0 ? refuse(wrong) : calculate())}
    >
      {need ? t.does[need] : all.calculate}
    </Button>
  )
}

/** With what says that the payment could not begin: a line that broke brings neither. */
const pay = async () => {
  const [module] = await Promise.all([import('./pay.tsx'), warmFormErrorNotice()])
  return { default: module.Pay }
}
const Pay = lazy(pay)
/** Loaded while nothing else is to be done, so that the payment opens in a tunnel too. */
export const warmPay = (): void => void pay().catch(() => {})

type Props = { purchase: PurchaseActions; read: (text: LegalName) => void }

/** The price beside the purchase on a wide screen, and the payment once there is a sum. */
export function PaySide({ purchase, read }: Props) {
  const t = useTexts(saleWords)
  const { state, fresh } = purchase
  const quote = state.quote?.calculation
  return (
    <aside className={styles.side} aria-label={t.summary}>
      <div className={styles.card}>
        <PriceBox purchase={purchase} />
        {quote && fresh ? (
          <Suspense fallback={<Skeleton shape="card" />}>
            <Pay purchase={purchase} quote={quote} read={read} />
          </Suspense>
        ) : (
          <div data-main>
            <Action purchase={purchase} onPay={() => {}} />
          </div>
        )}
      </div>
    </aside>
  )
}

/** The one button at the thumb, and the sheet of the payment it opens. */
export function PayBar({ purchase, read }: Props) {
  const t = useTexts(words)
  const all = useTexts(saleWords)
  const { state, fresh } = purchase
  const [open, setOpen] = useState(false)
  const quote = state.quote?.calculation
  const payError = state.errors.some(({ field }) => isOfPay(field))
  // Errors of the payment show in its sheet.
  useEffect(() => {
    if (payError) setOpen(true)
  }, [payError])
  // Other errors show on the page.
  const stopped = state.formError !== null || (state.errors.length > 0 && !payError)
  useEffect(() => {
    if (stopped) setOpen(false)
  }, [stopped])
  const close = (): void => setOpen(false)
  const shown = open && quote !== undefined
  useBackCloses(shown, close)
  return (
    <aside className={styles.bar} aria-label={all.summary}>
      <div data-main>
        <Action purchase={purchase} onPay={() => setOpen(true)} />
      </div>
      {quote && fresh ? <p className={styles.note}>{all.validTill}</p> : null}
      <BottomSheet open={shown} onClose={close} title={t.payTitle} closeLabel={all.close}>
        {quote ? (
          <Suspense fallback={<Skeleton shape="card" />}>
            <Pay purchase={purchase} quote={quote} read={read} />
          </Suspense>
        ) : null}
      </BottomSheet>
    </aside>
  )
}
