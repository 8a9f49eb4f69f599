import { useEffect, useRef } from 'react'
import { brand } from '#brand'
import * as refusals from '#domain/refusals.ts'
import { isPriceGone } from '../sale/model/refusal.ts'
import { longDate, useLocale, useTexts } from '../texts.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { PhoneIcon } from '../ui/icons.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './form-error-notice.module.css'
import words from './purchase-texts.ts'
import reviewWords from './review/review-texts.ts'
import { finalIn } from './state/failure.ts'
import type { FormError } from './state/state.ts'
import type { PurchaseActions } from './state/use-purchase.ts'

/**
 * What stopped the last action and the likeliest thing to do now, brought into sight: the button
 * that was pressed may stand far below.
 */
export function FormErrorNotice({ purchase }: { purchase: PurchaseActions }) {
  const box = useRef<HTMLDivElement>(null)
  const { formError } = purchase.state
  const final = finalIn(purchase.state)
  // Outside React: the scrolling of the document.
  useEffect(() => {
    if (formError || final) box.current?.scrollIntoView({ block: 'center' })
  }, [formError, final])
  return (
    <div ref={box}>
      <Said purchase={purchase} />
    </div>
  )
}

/** What this request waits for while it is repeated by itself; null where it does not. */
export function useWaitWords(
  { state, waiting }: PurchaseActions,
  of: NonNullable<PurchaseActions['state']['busy']>,
): string | null {
  const t = useTexts(words)
  if (waiting === null || state.busy !== of) return null
  return waiting === 'goes-on' ? t.goesOn : t.waiting(waiting.seconds)
}

/** Position errors have their own modal. */
function Said({ purchase }: { purchase: PurchaseActions }) {
  const { state, options } = purchase
  const { formError } = state
  // A person on a list is told the neutral text and the number to call, whichever row it stands by.
  const final = finalIn(state)
  if (final?.code === refusals.terroristMatch && !formError) return <CallUs title={final.message} />
  if (final && !formError)
    return <Notice tone="info" live title={final.message} action={<Write />} />
  if (
    !formError ||
    formError.code === refusals.nearControlPoint ||
    formError.code === refusals.positionUnusable
  )
    return null
  const accepting = options.insurers.filter(
    (insurer) => insurer.acceptsBadScoring && insurer.code !== state.term.insurer,
  )
  if (formError.code === refusals.scoring && formError.reason === 'bad' && accepting.length > 0)
    return <Declined purchase={purchase} accepting={accepting} />
  if (
    (formError.code === refusals.terroristMatch && formError.reason !== 'unavailable') ||
    formError.code === refusals.pageBlocked
  )
    return <CallUs title={formError.message} />
  if (formError.code === refusals.legalEntity)
    return <Notice tone="info" live title={formError.message} action={<Write />} />
  return <Stopped purchase={purchase} formError={formError} />
}

/** Nothing can be done here: the number to call. */
function CallUs({ title }: { title: string }) {
  const t = useTexts(words)
  return (
    <Notice
      tone="error"
      live
      title={title}
      action={
        <LinkButton
          variant="secondary"
          size="small"
          href={`tel:${brand.callCentre}`}
          icon={<PhoneIcon />}
        >
          {t.call}
        </LinkButton>
      }
    />
  )
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

type StoppedProps = { purchase: PurchaseActions; formError: FormError }

/** What may be tried once more. */
function Stopped({ purchase: { calculate, pay, fresh }, formError }: StoppedProps) {
  const t = useTexts(words)
  const locale = useLocale()
  const again = (): void => void (fresh ? pay() : calculate())
  return (
    <Notice
      tone={
        formError.kind === 'offline' ||
        formError.kind === 'unavailable' ||
        formError.kind === 'timeout'
          ? 'warn'
          : 'error'
      }
      live
      title={
        formError.day
          ? `${formError.message}. ${t.from(longDate(locale, formError.day))}`
          : titleOf(formError, t)
      }
      action={
        <Button size="small" variant="secondary" onClick={again}>
          {isPriceGone(formError.code) ? t.newCalculation : t.retry}
        </Button>
      }
    />
  )
}

function Write() {
  const t = useTexts(words)
  return (
    <LinkButton variant="secondary" size="small" href={`mailto:${brand.email}`}>
      {t.write}
    </LinkButton>
  )
}

function titleOf(
  formError: FormError,
  t: {
    offline: string
    timeout: string
    unavailable: string
    server: string
    failed: string
  },
): string {
  if (formError.kind === 'offline') return t.offline
  if (formError.kind === 'timeout') return t.timeout
  if (formError.kind === 'unavailable') return t.unavailable
  if (formError.kind === 'server') return t.server
  return formError.message || t.failed
}
