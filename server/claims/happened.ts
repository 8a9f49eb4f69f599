import { z } from 'zod'
import { Day as DayField } from '#contract/fields.ts'
import type { Day } from '#domain/calendar.ts'
import { type Zone, zones } from '#domain/claim-way/answers.ts'
import type { Point } from '#domain/geo.ts'

/** What a claim of the client's way keeps of the accident; one of six files keeps nothing. */
const Told = z.object({
  details: z.object({
    answers: z.object({
      on: DayField,
      at: z.string().optional(),
      injured: z.boolean().optional(),
      other_plate: z.string().optional(),
      own_plate: z.string().optional(),
      zones: z.array(z.enum(zones).nullable().catch(null)).optional(),
      position: z
        .object({ latitude: z.number(), longitude: z.number(), accuracy: z.number() })
        .nullish()
        .catch(null),
    }),
    by: z.string().optional(),
    identity: z.string().optional(),
  }),
})

export type Happened = {
  /** Day of the accident, Almaty; null where the claim does not say it. */
  on: Day | null
  /** Its time, `HH:MM`. */
  at: string | null
  injured: boolean
  /** The other car, where the claim names one. */
  otherPlate: string | null
  /** Told by a third party: the policy is the other driver's. */
  byThird: boolean
  /** A third party's own car, where it was named. */
  ownPlate: string | null
  /** What was marked on the drawing. */
  zones: Zone[]
  /** The place, where the phone marked it; `accuracy` in metres. */
  position: (Point & { accuracy: number }) | null
  /** The register confirmed who asks. */
  identityConfirmed: boolean
}

const nothingTold: Happened = {
  on: null,
  at: null,
  otherPlate: null,
  ownPlate: null,
  byThird: false,
  zones: [],
  position: null,
  injured: false,
  identityConfirmed: false,
}

/** What was told of the accident, by the claim's row. */
export function happenedOf(row: object): Happened {
  const told = Told.safeParse(row)
  if (!told.success) return nothingTold
  const { answers, by, identity } = told.data.details
  return {
    on: answers.on,
    at: answers.at ?? null,
    injured: answers.injured ?? false,
    otherPlate: answers.other_plate || null,
    byThird: by === 'third-party',
    ownPlate: answers.own_plate || null,
    zones: (answers.zones ?? []).filter((zone) => zone !== null),
    position: answers.position ?? null,
    identityConfirmed: identity === 'register',
  }
}
