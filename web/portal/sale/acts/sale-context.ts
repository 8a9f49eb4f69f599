import type { Locale } from '#domain/locale.ts'
import type { ApiError } from '../../../http/http.ts'
import type { Options } from '../../../sale/door.ts'
import { clientCodeAsked } from '../../../sale/model/refusal.ts'
import type { Store } from '../../../sale/store.ts'
import type { PromoterDoor } from '../door.ts'
import type { Outgoing } from '../kept-sale.ts'
import type { Action } from '../state/reduce.ts'
import type { State } from '../state/state.ts'

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
