import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { SlowAnswers } from '../db/rows.ts'
import type { Deps } from '../deps.ts'
import { step } from '../jobs/steps.ts'
import { answerLimits } from '../settings/time-limits.ts'
import { asHttpError } from './error-answers.ts'
import { HttpError } from './refuse.ts'

export type Row = Selectable<SlowAnswers>

export type Outcome = { answer: unknown } | { cause: unknown }
export const outcomeOf = (work: () => Promise<unknown>): Promise<Outcome> =>
  work().then(
    (answer) => ({ answer }),
    (cause: unknown) => ({ cause }),
  )

const StoredOutcome = z.union([
  z.object({ answer: z.unknown() }),
  z.object({
    status: z.int(),
    body: z.record(z.string(), z.unknown()),
    headers: z.record(z.string(), z.string()),
  }),
])

export async function storeOutcome(
  { db, log }: Deps,
  key: string,
  outcome: Outcome,
): Promise<void> {
  const stored: z.infer<typeof StoredOutcome> =
    'answer' in outcome ? outcome : thrown(outcome.cause)
  if ('status' in stored && stored.status >= 500 && 'cause' in outcome)
    log.error({ err: outcome.cause }, 'a slow answer ended with an error')
  await step('slow.told', () =>
    db
      .updateTable('slow_answers')
      .set({ told: JSON.stringify(stored), answered_at: new Date() })
      .where('key', '=', key)
      .execute(),
  )
}

/** As it would have been answered at once. */
export const thrown = (cause: unknown) => {
  const { status, body, headers } = asHttpError(cause)
  return { status, body, headers }
}

export function freshly({ told, answered_at }: Row): Outcome | null {
  if (!told || !answered_at || answered_at.getTime() < Date.now() - answerLimits.goesOnFreshMs)
    return null
  const read = StoredOutcome.parse(told)
  return 'status' in read ? { cause: new HttpError(read.status, read.body, read.headers) } : read
}
