import { money, useLocale, useTexts } from '../../texts.ts'
import { CheckIcon } from '../../ui/icons.tsx'
import { explain } from '../price/factor-words.ts'
import { type Reason, savedBy } from '../price/reason.ts'
import { SinceLine } from '../price/since-last.tsx'
import type { Quote, State } from '../state/state.ts'
import type { PurchaseActions } from '../state/use-purchase.ts'
import { inputsKey } from '../state/wire.ts'
import { useWaitWords } from '../wait-words.ts'
import { missingAnswerOf } from './missing-answer.ts'
import styles from './price-box.module.css'
import words from './review-texts.ts'

/**
 * The figure before the one that stands there, tenge (null: of another kind, a charge and not a sum
 * given back), and why they differ.
 */
export type Moved = { was: number | null; reason: Reason }

type Props = {
  purchase: PurchaseActions
  quote: Quote | null
  moved: Moved | null
  /** An estimate stands there. */
  about: boolean
}

/** What is said of the price, in two lines at most: why it changed, what it waits for, how it is. */
export const Said = (props: Props) => (
  <>
    {props.moved ? <ReasonWords reason={props.moved.reason} /> : null}
    <WaitsFor {...props} />
    {props.moved || !props.quote ? null : <Compared {...props} quote={props.quote} />}
  </>
)

function WaitsFor({ purchase, quote, about }: Props) {
  const t = useTexts(words)
  const { state, fresh, wrong, askedWhere } = purchase
  const waits = useWaitWords(purchase, 'calculate')
  const need = fresh ? null : missingAnswerOf(wrong, state, askedWhere)
  if (waits)
    return (
      <p className={styles.note} role="status">
        {waits}
      </p>
    )
  if (need)
    return (
      <div className={styles.need}>
        <p>{t.needs[need]}</p>
        {need === 'awaiting' && quote && isWithoutAwaited(state) ? (
          <p className={styles.note}>{t.without}</p>
        ) : null}
      </div>
    )
  // A refusal says by itself why there is no price.
  if (!quote) return about && !state.formError ? <p className={styles.note}>{t.aboutWhy}</p> : null
  return fresh ? null : <p className={styles.note}>{t.pricing}</p>
}

/** Of a renewal the last price says more than what careful years save. */
function Compared({ purchase: { state, fresh }, quote }: Props & { quote: Quote }) {
  const t = useTexts(words)
  if (quote.since_last) return <SinceLine since={quote.since_last} />
  if (!fresh || state.term.reissue) return null
  const saved = savedBy(quote)
  if (saved > 0)
    return (
      <p className={styles.saved}>
        <CheckIcon />
        <span>{t.saved(money(saved))}</span>
      </p>
    )
  return quote.cars.length === 1 ? <p className={styles.note}>{t.cheaper}</p> : null
}

/** Whether the price that stands there is that without those whose answer 1414 awaits. */
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
  return <p className={styles.reason}>{reason.by === 0 ? t.same(said()) : t.changed(said(), by)}</p>
}
