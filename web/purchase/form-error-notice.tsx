import * as refusals from '#domain/refusals.ts'
import { isPosition, refusedIn } from '../sale/model/refusal.ts'
import { longDate, useLocale, useTexts } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { type Acts, InSight, Refused, WaysOn } from '../ui/way-on.tsx'
import styles from './form-error-notice.module.css'
import words from './purchase-texts.ts'
import reviewWords from './review/review-texts.ts'
import { finalIn } from './state/failure.ts'
import type { EditId, FormError } from './state/state.ts'
import type { PurchaseActions } from './state/use-purchase.ts'

export type FormErrorNoticeProps = {
  purchase: PurchaseActions
  /** Opens what can be changed; missing where the page has no sheets. */
  onEdit?: ((sheet: EditId) => void) | undefined
  /** The signer may be a person other than the one identified by the state. */
  mayBeOther?: boolean
}

/** What stopped the last action and the likeliest thing to do now. */
export function FormErrorNotice({ purchase, onEdit, mayBeOther }: FormErrorNoticeProps) {
  const { state, options, dispatch, calculate, pay, fresh } = purchase
  const { formError } = state
  const opens = (sheet: EditId) => (onEdit ? () => onEdit(sheet) : undefined)
  const again = (): void => void (fresh ? pay() : calculate())
  const acts: Acts = {
    again,
    price: again,
    card: fresh
      ? () => {
          dispatch({ type: 'set', patch: { pay: 'card' } })
          dispatch({ type: 'settled' })
        }
      : undefined,
    other_driver: opens('drivers'),
    other_person: mayBeOther ? opens('policyholder') : undefined,
    other_insurer: opens('insurer'),
  }
  // A person on a list reads the neutral text and the number to call, whichever row is theirs.
  const final = finalIn(state)
  if (final && !formError)
    return (
      <Refused
        tone={final.code === refusals.terroristMatch ? 'error' : 'info'}
        apiError={{ kind: 'refused', ...final }}
        reason={final.reason}
      />
    )
  const row = state.editing ? undefined : refusedIn(state)[0]
  // The summary above has its words, and its row.
  if (!formError && row && state.errors.length > 0)
    return <WaysOn code={row.code} reason={row.reason} acts={{ ...acts, again: calculate }} />
  if (!formError || isPosition(formError.code)) return null
  const accepting = options.insurers.filter(
    (insurer) => insurer.acceptsBadScoring && insurer.code !== state.term.insurer,
  )
  if (formError.code === refusals.scoring && formError.reason === 'bad' && accepting.length > 0)
    return (
      <InSight of={formError}>
        <Declined purchase={purchase} accepting={accepting} />
      </InSight>
    )
  return <Stopped formError={formError} acts={acts} />
}

type DeclinedProps = {
  purchase: PurchaseActions
  accepting: PurchaseActions['options']['insurers']
}

/** One insurer's scoring says no: who can take it, one press each. */
function Declined({ purchase: { state, dispatch, options }, accepting }: DeclinedProps) {
  const review = useTexts(reviewWords)
  const locale = useLocale()
  const asked = options.insurers.find(({ code }) => code === state.term.insurer)
  return (
    <Notice
      tone="info"
      live
      title={review.declined(asked?.name[locale] ?? '')}
      action={
        <div className={styles.others}>
          {accepting.map(({ code, name }) => (
            <Button
              key={code}
              onClick={() => {
                dispatch({ type: 'settled' })
                dispatch({ type: 'term', patch: { insurer: code } })
              }}
            >
              {review.goOnWith(name[locale])}
            </Button>
          ))}
        </div>
      }
    >
      {review.declinedWhy}
    </Notice>
  )
}

const passing: readonly FormError['kind'][] = ['offline', 'unavailable', 'timeout', 'busy']

function Stopped({ formError, acts }: { formError: FormError; acts: Acts }) {
  const t = useTexts(words)
  const locale = useLocale()
  const { kind, day, message } = formError
  const own = { offline: t.offline, timeout: t.timeout, unavailable: t.unavailable }
  return (
    <Refused
      tone={
        passing.includes(kind) ? 'warn' : formError.code === refusals.legalEntity ? 'info' : 'error'
      }
      apiError={formError}
      reason={formError.reason}
      acts={acts}
      title={
        day
          ? `${message}. ${t.from(longDate(locale, day))}`
          : kind === 'offline' || kind === 'timeout' || kind === 'unavailable'
            ? own[kind]
            : kind === 'server'
              ? t.server
              : message || t.failed
      }
    />
  )
}
