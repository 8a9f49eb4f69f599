import { useEffect, useState } from 'react'
import { flowName } from '../flow.ts'
import { type ApiError, apiErrorOf } from '../http/http.ts'
import { linkedCar } from '../linked-car.ts'
import { upToDate } from '../sale/draft.ts'
import { pageLocale, useTexts } from '../texts.ts'
import { takeTypedCar } from '../typed-car.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { askAgain, buy } from './calls.ts'
import { askPhoneAddress } from './flow.ts'
import words from './purchase-texts.ts'
import styles from './review/review.module.css'
import { Review } from './review/review.tsx'
import { loadDraft, withTypedCar } from './state/draft.ts'
import { orderFromHere } from './state/order-address.ts'
import { reduce } from './state/reduce.ts'
import { type Buyer, type Form, formOf, newForm, type Options, stateOf } from './state/state.ts'
import { Way } from './way/way.tsx'

type Ready = { options: Options; buyer: Buyer; form: Form; resumed: boolean; note: string | null }

/**
 * After the code: what can be chosen today, the draft of this buyer, and the policy named in the
 * address.
 */
export function Purchase() {
  const t = useTexts(words)
  const [ready, setReady] = useState<Ready | null>(null)
  const [apiError, setApiError] = useState<ApiError | null>(null)
  const [attempts, setAttempts] = useState(0)

  // A page restored by Back from the browser's cache.
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent): void => {
      if (persisted && orderFromHere()) location.reload()
    }
    addEventListener('pageshow', back)
    return () => removeEventListener('pageshow', back)
  }, [])
  // Once, and at every new try.
  useEffect(() => {
    const stop = new AbortController()
    prepare(stop.signal, t.toPolicyholder).then(setReady, (error) => {
      if (!stop.signal.aborted) setApiError(apiErrorOf(error))
    })
    return () => stop.abort()
  }, [attempts]) // oxlint-disable-line react/exhaustive-deps

  if (ready) return <Review {...ready} />
  return (
    <>
      <Way at="review" />
      <section
        className={styles.loading}
        aria-busy={!apiError}
        data-comes={apiError ? undefined : ''}
      >
        <h1>{t.heading}</h1>
        {apiError && apiError.kind !== 'unauthorised' ? (
          <Notice
            tone="error"
            live
            title={apiError.kind === 'offline' ? t.offline : apiError.message || t.unavailable}
            action={
              <Button
                variant="secondary"
                size="small"
                onClick={() => {
                  setApiError(null)
                  setAttempts((count) => count + 1)
                }}
              >
                {t.retry}
              </Button>
            }
          />
        ) : (
          <>
            <Skeleton shape="card" label={t.loading} />
            <Skeleton shape="card" />
          </>
        )}
      </section>
    </>
  )
}

async function prepare(
  signal: AbortSignal,
  t: { prolongFailed: string; policyNotYours: string },
): Promise<Ready> {
  const { data: options } = await buy('ogpoOptions', {}, { signal })
  const buyer = options.buyer
  // On the pages of the government sign-in another proof of who buys is none.
  if (!buyer || (flowName() === 'egov' && !buyer.egov)) {
    askAgain() // a token that proves no buyer
    throw notHere()
  }
  if (!buyer.phone) {
    location.replace(askPhoneAddress(pageLocale()))
    throw notHere()
  }
  const fresh = newForm(buyer, options, crypto.randomUUID())
  const query = new URLSearchParams(location.search)
  const wanted = { prolong: query.get('prolong'), reissue: query.get('reissue') }
  const typed = wanted.prolong || wanted.reissue ? null : linkedCar(takeTypedCar(), location.hash)
  // Used once, as the typed car is.
  if (typed && location.hash)
    history.replaceState(history.state, '', location.pathname + location.search)
  const draft = loadDraft(buyer.iin)
  const order = orderFromHere()
  // The policy is there: its draft is forgotten.
  if (order && !draft && !typed) {
    location.replace(order)
    throw notHere()
  }
  const kept =
    draft &&
    (wanted.prolong ?? null) === draft.term.prolong &&
    (wanted.reissue ?? null) === draft.term.reissue
      ? upToDate(draft, fresh.term, options)
      : null
  if (kept)
    return {
      options,
      buyer,
      resumed: isBegun(kept, fresh),
      note: null,
      form: withTypedCar(
        {
          ...kept,
          // A draft knows the phone of its day.
          policyholder: { ...kept.policyholder, phone: buyer.phone },
        },
        typed,
      ),
    }
  const globalId = wanted.reissue ?? wanted.prolong
  if (!globalId)
    return { options, buyer, form: withTypedCar(fresh, typed), resumed: false, note: null }
  try {
    const { data: policy } = await buy('ogpoGetPolicy', { globalId }, { signal })
    const form = formOf(
      reduce(stateOf(fresh), {
        type: 'prefilled',
        policy,
        kind: wanted.reissue ? 'reissue' : 'prolong',
        today: options.today,
        newId: () => crypto.randomUUID(),
      }),
    )
    return { options, buyer, form, resumed: false, note: null }
  } catch (error) {
    const apiError = apiErrorOf(error)
    if (signal.aborted || apiError.kind === 'unauthorised') throw error
    return {
      options,
      buyer,
      form: fresh,
      resumed: false,
      note: apiError.kind === 'missing' ? t.policyNotYours : apiError.message || t.prolongFailed,
    }
  }
}

/** Signals that the browser is leaving the page; no error is shown. */
const notHere = () =>
  new Error('leaving', { cause: { kind: 'unauthorised', message: '' } satisfies ApiError })

const isBegun = (draft: Form, fresh: Form): boolean =>
  draft.term.start !== fresh.term.start ||
  draft.drivers.length > 0 ||
  draft.cars.some(({ plate }) => plate !== '') ||
  draft.cars.length > 1
