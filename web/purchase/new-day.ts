import type { Day } from '#domain/calendar.ts'
import { earliestStart } from '#domain/ogpo/period.ts'
import type { Reply } from '../http/api.ts'
import type { ApiError } from '../http/http.ts'

type Options = Reply<'ogpoOptions'>['data']

/**
 * A page that has stood open over midnight asks for a policy from a day that is today by now. What
 * can be chosen today, when a refused `start` has been overtaken like that; null when anything else
 * was wrong. `ask` brings what can be chosen now; what it throws counts as no answer.
 */
export async function newDay(
  apiError: ApiError,
  start: Day,
  ask: () => Promise<{ data: Options }>,
): Promise<Options | null> {
  if (apiError.kind !== 'invalid') return null
  if (!apiError.errors.some(({ path }) => path === 'order.dateStart')) return null
  const options = await ask().then(
    ({ data }) => data,
    () => null,
  )
  return options && start < earliestStart(options.today) ? options : null
}
