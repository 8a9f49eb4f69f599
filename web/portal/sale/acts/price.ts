import type { Locale } from '#domain/locale.ts'
import { earliestStart } from '#domain/ogpo/period.ts'
import { fieldText } from '#texts/fields.ts'
import type { PositionError } from '../../../dialogs/geolocation.tsx'
import { api } from '../../../http/api.ts'
import type { ApiError } from '../../../http/http.ts'
import { askPosition, type Place } from '../../../position.ts'
import type { Options } from '../../../sale/door.ts'
import { clientCodeAsked } from '../../../sale/model/refusal.ts'
import { askPrice } from '../../../sale/price.ts'
import type { Store } from '../../../sale/store.ts'
import { portal } from '../../portal.ts'
import type { PromoterDoor } from '../door.ts'
import type { Outgoing } from '../kept-sale.ts'
import type { Action } from '../state/reduce.ts'
import type { State } from '../state/state.ts'
import { applicationFor, problemsOf, saleOf } from '../state/wire.ts'

/**
 * Steps 1–4 of the flow (specification, section 4). Rows with mistakes are marked and stop nobody
 * but the price. `privileges`: settles when everyone's privilege has been asked about.
 */
export async function calculate(
  context: SaleContext,
  privileges: () => Promise<void>,
  by: 'hand' | 'itself',
): Promise<void> {
  const { store, door, locale, options } = context
  const { dispatch } = store
  const before = store.get()
  if (before.busy || refused(context)) return
  dispatch({ type: 'started', busy: 'calculate' })
  // The position comes last: it may be no older than a minute when the server judges it.
  await privileges()
  const located = await locate(before.promoterIin, locale)
  if ('code' in located) return dispatch({ type: 'located', ...located })
  const now = store.get()
  // Somebody typed on meanwhile: what is not whole has its price later.
  if (Object.keys(problemsOf(now, options().today)).length > 0) return dispatch({ type: 'settled' })
  const consentRequired = now.consentRequired || undefined
  const answer = await askPrice(
    { store, door, wire: { applicationFor, saleOf } },
    { ...located.place, consentRequired },
    ({ goesOn }) => (goesOn ? dispatch({ type: 'goes-on' }) : undefined),
  )
  switch (answer.kind) {
    case 'priced':
      // Who goes on typing keeps the field.
      return by === 'hand' || document.activeElement === document.body
        ? focusOn(['accepted', 'bill'], { preventScroll: true })
        : undefined
    case 'failed':
      return failOrAsk(context, answer.apiError, 'calculate')
    case 'new-day': {
      const start = earliestStart(answer.options.today)
      context.onNewDay(answer.options)
      // Another day may have been chosen while the answer was on its way.
      if (store.get().term.start < start) dispatch({ type: 'term', patch: { start } })
      dispatch({ type: 'settled' })
      return calculate(context, privileges, by)
    }
  }
}

/** Says at each field what is wrong before anything is sent, and leads to the first. */
export function refused({ store, options, locale, words }: SaleContext): boolean {
  const wrong = problemsOf(store.get(), options().today)
  const [first] = Object.keys(wrong)
  if (!first) return false
  const errors = Object.entries(wrong).map(([field, key]) => ({
    field,
    message: fieldText(key, locale),
  }))
  store.dispatch({ type: 'wrong', errors })
  store.dispatch({ type: 'told', message: words.fill })
  document.getElementById(first)?.focus()
  return true
}

const source = 'pro_ogpo'
type Measured = Pick<Place, 'latitude' | 'longitude' | 'accuracy'> & {
  dateTime: string | undefined
}
type Located = { place: Measured } | { code: PositionError; message: string }

/**
 * Who sells, then where (specification, section 4, steps 1 and 2). The record of section 3 is kept
 * on success and on error; a failure to keep it stops nobody.
 */
export async function locate(promoterIin: string | null, locale: Locale): Promise<Located> {
  const failed = async (code: PositionError): Promise<Located> => {
    const message = await wordsOf(code, locale)
    void portal('saveGeo', {
      operator_iin: promoterIin || null,
      error: message,
      error_code: code,
      source,
    }).catch(() => {})
    return { code, message }
  }
  if (!promoterIin) return failed('NO_IIN')
  const [found, aheadMs] = await Promise.all([askPosition(), productAheadMs()])
  if (typeof found === 'string') return failed(found)
  const { ageMs, ...measured } = found
  void portal('saveGeo', { operator_iin: promoterIin, ...sound(measured), source }).catch(() => {})
  return {
    place: {
      latitude: found.latitude,
      longitude: found.longitude,
      accuracy: Math.round(found.accuracy),
      dateTime: aheadMs === null ? undefined : new Date(Date.now() + aheadMs - ageMs).toISOString(),
    },
  }
}

/**
 * How far the product's clock is ahead of the device's, by which a position is judged; null where
 * it was not told: then the server takes the position as measured now.
 */
const productAheadMs = (): Promise<number | null> =>
  api('clock', {}).then(
    ({ data }) => Date.parse(data.now) - Date.now(),
    () => null,
  )

/** The message of a code, loaded when there is something to say. */
const wordsOf = async (code: PositionError, locale: Locale): Promise<string> =>
  (await import('../../../dialogs/texts.ts')).default[locale].position.messages[code]

/** Some devices say «not a number» where they stand still. */
const sound = <T extends Record<string, number | null | undefined>>(measured: T): T =>
  Object.fromEntries(
    Object.entries(measured).filter(
      ([, value]) => typeof value === 'number' && Number.isFinite(value),
    ),
  ) as T // the same keys, fewer of them

export type SheetStore = Store<State, Action>

/** What the acts of one sheet work with. */
export type SaleContext = {
  store: SheetStore
  door: PromoterDoor
  /** What can be chosen on the day the sheet knows of. */
  options: () => Options
  /** A new day has begun since. */
  onNewDay: (options: Options) => void
  locale: Locale
  words: {
    offline: string
    offlineCalculate: string
    failed: string
    fill: string
    notFound: string
  }
  onOutgoing: (outgoing: Outgoing | null) => void
}

export const newId = (): string => crypto.randomUUID()

/** A moment later, when it is drawn. */
export const focusOn = (id: string | readonly string[], options?: FocusOptions): void =>
  void requestAnimationFrame(() =>
    [id]
      .flat()
      .map((one) => document.getElementById(one))
      .find((one) => one?.checkVisibility())
      ?.focus(options),
  )

/** An answer that is none: into the state, by the rules of reduce. */
export function fail({ store, words }: SaleContext, apiError: ApiError): void {
  const said = { nobody: words.failed, offline: words.offlineCalculate }
  store.dispatch({ type: 'failed', apiError, said })
}

/** Another's sale waits for its client's code, then the same goes on; any other failure is told. */
export function failOrAsk(
  context: SaleContext,
  apiError: ApiError,
  next: 'calculate' | 'pay',
): void {
  const globalId = context.store.get().currentPolicyData?.globalId
  if (apiError.kind !== 'refused' || apiError.code !== clientCodeAsked || !globalId)
    fail(context, apiError)
  else {
    const { phone } = apiError.data
    context.store.dispatch({
      type: 'client-code',
      asked: { globalId, phone: typeof phone === 'string' ? phone : null, next },
    })
  }
}
