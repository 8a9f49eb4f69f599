import type { Day } from '#domain/calendar.ts'
import { earliestStart } from '#domain/ogpo/period.ts'
import { type ApiError, apiErrorOf } from '../http/http.ts'
import type { Door, Options, Quote } from './door.ts'
import type { Term } from './model/sale.ts'
import type { Application } from './model/wire.ts'

/** What is to be paid: for a reissue only the surcharge. Whole tenge. */
export const payable = (quote: Quote, { reissue }: Pick<Term, 'reissue'>): number =>
  reissue ? quote.surcharge_sum : quote.premium

/** What stands large, tenge: what is to be paid; of a reissue what is given back, where it is. */
export const figureOf = (
  quote: Quote,
  term: Pick<Term, 'reissue'>,
): { what: 'refund' | 'pay'; tenge: number } =>
  term.reissue && quote.refund_sum > 0
    ? { what: 'refund', tenge: quote.refund_sum }
    : { what: 'pay', tenge: payable(quote, term) }

type Priced =
  | { kind: 'priced'; quote: Quote }
  /** The page stood open over midnight: what can be chosen now. */
  | { kind: 'new-day'; options: Options }
  | { kind: 'failed'; apiError: ApiError }

/**
 * The price under the id of its calculation. `start`: the first day it is asked for; `renewed` is
 * told of another id.
 */
export async function askPrice(
  door: Pick<Door, 'options'>,
  { application, start }: { application: Application; start: Day },
  ask: (applicationId: string) => Promise<Quote | undefined>,
  renewed: (application: Application) => void,
): Promise<Priced> {
  try {
    const quote = await withApplication(application, ask, renewed)
    return quote
      ? { kind: 'priced', quote }
      : { kind: 'failed', apiError: { kind: 'server', message: '' } }
  } catch (error) {
    const apiError = apiErrorOf(error)
    const options = await newDay(apiError, start, door.options)
    return options ? { kind: 'new-day', options } : { kind: 'failed', apiError }
  }
}

/**
 * A calculation that the server knows with another position or from another day is asked for once
 * more under a new id.
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
