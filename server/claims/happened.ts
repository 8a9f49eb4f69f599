import { z } from 'zod'
import { Day as DayField } from '#contract/fields.ts'
import type { Day } from '#domain/calendar.ts'

/** What a claim of the client's way keeps of the accident; one of six files keeps nothing. */
const Told = z.object({
  details: z.object({
    answers: z.object({
      on: DayField,
      at: z.string().optional(),
      injured: z.boolean().optional(),
    }),
    identity: z.string().optional(),
  }),
})

export type Happened = {
  /** Day of the accident, Almaty; null where the claim does not say it. */
  on: Day | null
  /** Its time, `HH:MM`. */
  at: string | null
  injured: boolean
  /** The register confirmed who asks. */
  identityConfirmed: boolean
}

/** When it happened, by the claim's row. */
export function happenedOf(row: object): Happened {
  const told = Told.safeParse(row)
  if (!told.success) return { on: null, at: null, injured: false, identityConfirmed: false }
  const { answers, identity } = told.data.details
  return {
    on: answers.on,
    at: answers.at ?? null,
    injured: answers.injured ?? false,
    identityConfirmed: identity === 'register',
  }
}
