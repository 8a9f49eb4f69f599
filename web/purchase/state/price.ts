import type { ApiError } from '../../http/http.ts'
import { askPosition, type PositionError } from '../../position.ts'
import type { Operation } from '../../sale/model/body.ts'
import { isPosition } from '../../sale/model/refusal.ts'
import { askPrice } from '../../sale/price.ts'
import { watch } from '../../sale/store.ts'
import { buyerDoor } from '../door.ts'
import type { Acting } from './acting.ts'
import { isPending } from './finding.ts'
import { rememberInAddress } from './order-address.ts'
import type { State } from './state.ts'
import { applicationFor, inputsKey, isFresh, saleOf } from './wire.ts'

/**
 * Pause after the last change before the price is asked for again, and before the first one: what
 * is found meanwhile may ask first. Milliseconds.
 */
const [recalculateMs, firstMs] = [800, 50]

/**
 * The price: asked for by itself as soon as all that it needs is known and nobody has to answer
 * anything. What failed is not asked again by itself, unless something was put right since.
 */
export function createPrice({ store, page, wrongIn, refuse, fail, onNewDay, onWait }: Acting) {
  const { dispatch } = store
  const attemptOf = (state: State): string => `${state.mended} ${inputsKey(state)}`
  let attempted = ''

  async function calculate(): Promise<void> {
    const form = store.get()
    if (form.busy) return
    // Done when all registers have answered.
    if (isPending(form)) return page.dispatch({ wanted: true })
    if (refuse(wrongIn(form))) return
    dispatch({ type: 'started', busy: 'calculate' })
    const where = await place()
    const now = store.get()
    // Somebody typed on while the position was measured: what is not whole has its price later.
    if (where && (isPending(now) || wrongIn(now)[0])) return dispatch({ type: 'settled' })
    attempted = attemptOf(now)
    if (!where) return dispatch({ type: 'settled' })
    const answer = await askPrice(
      { store, door: buyerDoor, wire: { applicationFor, saleOf } },
      where,
      onWait,
    )
    if (answer.kind === 'priced') {
      page.dispatch({ waiting: null })
      const { application } = store.get()
      return application ? rememberInAddress(application.id) : undefined
    }
    // From the next day on the price comes by itself.
    if (answer.kind === 'new-day') return onNewDay(answer.options)
    if (isOfPosition(answer.apiError)) page.dispatch({ position: null })
    fail(answer.apiError)
  }

  /** Where the buyer is, where the setting asks for it; null: an error is shown, they decide. */
  async function place() {
    if (!page.get().options.positionRequired) return nowhere
    page.dispatch({ position: 'asking' })
    const found: Awaited<ReturnType<typeof askPosition>> | PositionError = await askPosition()
    if (typeof found === 'string') {
      page.dispatch({ position: found })
      return null
    }
    page.dispatch({ position: null, granted: true })
    const { latitude, longitude, accuracy } = found
    return { ...nowhere, latitude, longitude, accuracy: Math.round(accuracy) }
  }

  const follows = (state: State): boolean =>
    !isFresh(state) &&
    state.busy === null &&
    attempted !== attemptOf(state) &&
    // The browser's question comes after a press only, never by itself.
    (page.get().granted || !page.get().options.positionRequired) &&
    !isPending(state) &&
    state.policyholder.privilege !== 'busy' &&
    !(state.policyholder.willDrive && state.policyholder.lookup.kind === 'failed') &&
    wrongIn(state).length === 0

  /** Asks by itself, and as somebody has wanted it. */
  function watchPrice(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined
    let waited = ''
    const look = (): void => {
      const state = store.get()
      const attempt = follows(state) ? attemptOf(state) : ''
      if (attempt === waited) return
      clearTimeout(timer)
      waited = attempt
      const ms = state.quote === null ? firstMs : recalculateMs
      if (attempt) timer = setTimeout(() => void calculate(), ms)
    }
    look()
    // A price that a lost connection stopped comes when there is one again.
    const online = (): void => {
      const state = store.get()
      if (!isFresh(state) && state.formError?.kind === 'offline') void calculate()
    }
    addEventListener('online', online)
    const stops = [
      store.subscribe(look),
      page.subscribe(look),
      watch(store, (state) =>
        page.get().wanted && !isPending(state)
          ? () => {
              page.dispatch({ wanted: false })
              void calculate()
            }
          : null,
      ),
      () => clearTimeout(timer),
      () => removeEventListener('online', online),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }
  return { calculate, watchPrice }
}

/** What a buyer's calculation does not say of where it is asked. */
const nowhere: Omit<Operation, 'applicationId'> = {
  latitude: undefined,
  longitude: undefined,
  accuracy: undefined,
  dateTime: undefined,
  consentRequired: undefined,
}

const isOfPosition = (apiError: ApiError): boolean =>
  apiError.kind === 'refused' && isPosition(apiError.code)
