import { z } from 'zod'
import type { PolicyDraft } from '#systems/esbd/client.ts'

/**
 * What a price of the unified database stands on: enough to find the coefficient that differs,
 * nothing that names a person or a car.
 */
export const PriceBasis = z.object({
  insurerSystemId: z.int(),
  start: z.string(),
  end: z.string(),
  seasonal: z.boolean(),
  vehicles: z.array(
    z.object({
      type: z.string(),
      region: z.string(),
      settlement: z.enum(['CITY', 'OTHER']),
      yearOver7: z.boolean(),
    }),
  ),
  drivers: z.array(
    z.object({
      classCode: z.string().nullable(),
      ageExperienceId: z.int(),
      privilege: z.boolean(),
    }),
  ),
})
export type PriceBasis = z.infer<typeof PriceBasis>

export const basisOf = (draft: PolicyDraft): PriceBasis => ({
  insurerSystemId: draft.insurerSystemId,
  start: draft.start,
  end: draft.end,
  seasonal: draft.seasonal === true,
  vehicles: draft.vehicles.map(({ type, region, settlement, yearOver7 }) => ({
    type,
    region,
    settlement,
    yearOver7,
  })),
  drivers: draft.drivers.map(({ classCode, ageExperienceId, privilege }) => ({
    classCode,
    ageExperienceId,
    privilege,
  })),
})
