import type { Call } from '#contract/call.ts'
import { type CallName, contract } from '#contract/index.ts'
import type { Locale } from '#domain/locale.ts'
import * as refusals from '#domain/refusals.ts'
import { EsbdRefused, NotInTariff } from '#systems/esbd/client.ts'
import { Unavailable } from '#systems/http.ts'
import type { Deps } from '../deps.ts'
import type { Context } from './context.ts'
import { answerUnavailable, refuse } from './refuse.ts'
import { answerRefusedAddress } from './refused-address.ts'
import { noteRefusal } from './refused-sales.ts'

/** A handler's answer, whatever becomes of it. */

export type Untyped = (body: unknown, context: Context) => Promise<unknown>

/** What the handler says or an outside system that failed; a sale that is refused is kept. */
export async function answered(
  deps: Deps,
  { name, body, context }: { name: CallName; body: unknown; context: Context },
  handler: Untyped,
): Promise<unknown> {
  let cause: unknown
  const answer = await orOutside(contract[name], context.locale, () =>
    handler(body, context).catch((thrown: unknown) => {
      cause = thrown
      const refused = answerRefusedAddress(thrown, body, context.locale)
      if (!refused) throw thrown
      return refused
    }),
  )
  const { who, requestId } = context
  noteRefusal(deps, { call: name, body, who, requestId, answer, cause })
  return answer
}

/**
 * A failing outside system is `apiUnavailable` on calls that carry the catalogue's codes and 503
 * elsewhere.
 */
export async function orOutside(
  definition: Call,
  locale: Locale,
  work: () => Promise<unknown>,
): Promise<unknown> {
  try {
    return await work()
  } catch (cause) {
    const outside = cause instanceof Unavailable || cause instanceof EsbdRefused
    if (!outside) throw cause
    // Nothing that passes: asking again would say the same.
    if (definition.catalogue && cause instanceof NotInTariff)
      return refuse(locale, refusals.vehicleNotInTariff, undefined, cause.field)
    if (definition.catalogue) return refuse(locale, refusals.apiUnavailable)
    throw answerUnavailable()
  }
}
