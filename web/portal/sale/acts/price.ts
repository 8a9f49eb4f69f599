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
 * Runs steps 1–4 of the flow (specification, section 4). Faulty rows are marked and block only the
 * price. `privileges`: resolves after the privilege check of everybody.
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
  // The position is last: the server accepts it for a minute only.
  await privileges()
  const located = await locate(before.promoterIin, locale)
  if ('code' in located) return dispatch({ type: 'located', ...located })
  const now = store.get()
  // The user typed on meanwhile: incomplete inputs get their price later.
  if (Object.keys(problemsOf(now, options().today)).length > 0) return dispatch({ type: 'settled' })
  const consentRequired = now.consentRequired || undefined
  const answer = await askPrice(
    { store, door, wire: { applicationFor, saleOf } },
    { ...located.place, consentRequired },
    ({ goesOn }) => (goesOn ? dispatch({ type: 'goes-on' }) : undefined),
  )
  switch (answer.kind) {
    case 'priced':
      // A user who is still typing keeps the focus.
      return by === 'hand' || document.activeElement === document.body
        ? focusOn(['accepted', 'bill'], { preventScroll: true })
        : undefined
    case 'failed':
      return failOrAsk(context, answer.apiError, 'calculate')
    case 'new-day': {
      const start = earliestStart(answer.options.today)
      context.onNewDay(answer.options)
      // The user may have chosen another day while the request ran.
      if (store.get().term.start < start) dispatch({ type: 'term', patch: { start } })
      dispatch({ type: 'settled' })
      return calculate(context, privileges, by)
    }
  }
}

/** Marks every faulty field before sending, and focuses the first. */
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
 * Identifies the promoter, then the location (specification, section 4, steps 1 and 2). Stores the
 * record of section 3 on success and on error; a failure to store it blocks nobody.
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
 * Resolves to how far the server's clock is ahead of the device's, for judging a position; null if
 * unknown: then the server treats the position as measured now.
 */
const productAheadMs = (): Promise<number | null> =>
  api('clock', {}).then(
    ({ data }) => Date.parse(data.now) - Date.now(),
    () => null,
  )

/** Returns the message of a code, loaded on demand. */
const wordsOf = async (code: PositionError, locale: Locale): Promise<string> =>
  (await import('../../../dialogs/texts.ts')).default[locale].position.messages[code]

/** Some devices report NaN while they do not move. */
const sound = <T extends Record<string, number | null | undefined>>(measured: T): T =>
  Object.fromEntries(
    Object.entries(measured).filter(
      ([, value]) => typeof value === 'number' && Number.isFinite(value),
    ),
  ) as T // the same keys, fewer of them

export type SheetStore = Store<State, Action>

/** Context of the acts of one sheet. */
export type SaleContext = {
  store: SheetStore
  door: PromoterDoor
  /** Returns the options of the day the sheet knows of. */
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

/** Focuses a field after the next paint, which draws it. */
export const focusOn = (id: string | readonly string[], options?: FocusOptions): void =>
  void requestAnimationFrame(() =>
    [id]
      .flat()
      .map((one) => document.getElementById(one))
      .find((one) => one?.checkVisibility())
      ?.focus(options),
  )

/** Stores a failed reply in the state, by the rules of reduce. */
export function fail({ store, words }: SaleContext, apiError: ApiError): void {
  const said = { nobody: words.failed, offline: words.offlineCalculate }
  store.dispatch({ type: 'failed', apiError, said })
}

/**
 * Opens the client's code for another promoter's sale, then the same act continues; stores any
 * other failure.
 */
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
