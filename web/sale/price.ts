import type { Day } from '#domain/calendar.ts'
import { earliestStart } from '#domain/ogpo/period.ts'
import { type ApiError, apiErrorOf } from '../http/http.ts'
import type { Door, Options, Quote } from './door.ts'
import type { Operation, SaleBody } from './model/body.ts'
import type { Sale, Term } from './model/sale.ts'
import type { Application } from './model/wire.ts'
import type { Change, Running } from './reduce.ts'
import type { Store } from './store.ts'

/** Returns the sum to pay, whole tenge: of a reissue the surcharge only. */
export const payable = (quote: Quote, { reissue }: Pick<Term, 'reissue'>): number =>
  reissue ? quote.surcharge_sum : quote.premium

/**
 * Returns the figure shown large, tenge: the sum to pay, or the refund of a reissue that gives one.
 */
export const figureOf = (
  quote: Quote,
  term: Pick<Term, 'reissue'>,
): { what: 'refund' | 'pay'; tenge: number } =>
  term.reissue && quote.refund_sum > 0
    ? { what: 'refund', tenge: quote.refund_sum }
    : { what: 'pay', tenge: payable(quote, term) }

type Priced =
  | { kind: 'priced' }
  /** The page stood open over midnight: what can be chosen now. */
  | { kind: 'new-day'; options: Options }
  | { kind: 'failed'; apiError: ApiError }

type Asking<State extends Sale & Running> = {
  store: Store<State, Extract<Change, { type: 'started' | 'quoted' }>>
  door: Pick<Door, 'options' | 'calculate'>
  wire: {
    saleOf: (state: State) => SaleBody
    applicationFor: (state: State, newId: () => string) => Application
  }
}

/**
 * Requests the price of the current form, at the position `at` gives, and stores the request and
 * the price that came.
 */
export async function askPrice<State extends Sale & Running>(
  { store, door, wire }: Asking<State>,
  at: Omit<Operation, 'applicationId'>,
  onWait: Parameters<Door['calculate']>[2],
): Promise<Priced> {
  const form = store.get()
  const started = (application: Application): void =>
    store.dispatch({ type: 'started', busy: 'calculate', application })
  const application = wire.applicationFor(form, () => crypto.randomUUID())
  started(application)
  try {
    const calculation = await withApplication(
      application,
      (applicationId) => door.calculate(wire.saleOf(form), { ...at, applicationId }, onWait),
      started,
    )
    if (!calculation) return { kind: 'failed', apiError: { kind: 'server', message: '' } }
    store.dispatch({ type: 'quoted', key: application.key, calculation })
    return { kind: 'priced' }
  } catch (error) {
    const apiError = apiErrorOf(error)
    const options = await newDay(apiError, form.term.start, door.options)
    return options ? { kind: 'new-day', options } : { kind: 'failed', apiError }
  }
}

/**
 * Repeats under a new id a calculation that the server knows with another position or from another
 * day.
 */
async function withApplication<Reply>(
  application: Application,
  ask: (id: string) => Promise<Reply>,
  renewed: (application: Application) => void,
): Promise<Reply> {
  try {
    return await ask(application.id)
  } catch (error) {
    const apiError = apiErrorOf(error)
    const taken =
      apiError.kind === 'invalid' &&
      apiError.errors.some(({ path }) => path === 'operation.applicationId')
    if (!taken) throw error
    const next = { ...application, id: crypto.randomUUID() }
    renewed(next)
    return ask(next.id)
  }
}

/**
 * A page that has stood open over midnight asks for a policy from a day that is today by now. What
 * can be chosen today, when a refused `start` has been overtaken like that; null when anything else
 * was wrong. What `ask` throws counts as no answer.
 */
async function newDay(
  apiError: ApiError,
  start: Day,
  ask: () => Promise<Options>,
): Promise<Options | null> {
  if (apiError.kind !== 'invalid') return null
  if (!apiError.errors.some(({ path }) => path === 'order.dateStart')) return null
  const options = await ask().catch(() => null)
  return options && start < earliestStart(options.today) ? options : null
}
