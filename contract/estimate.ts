import { z } from 'zod'
import { answer, call } from './call.ts'
import { Day, Tenge } from './fields.ts'
import { Factor } from './ogpo.ts'

/** One car × one driver, with the field names and codes of the tariff file's golden cases. */
const EstimateBody = z.strictObject({
  region: z.string().max(30),
  settlement: z.enum(['CITY', 'OTHER']),
  vehicleType: z.string().max(30),
  insuredKind: z.enum(['NATURAL', 'LEGAL']).default('NATURAL'),
  age: z.int().min(16).max(110),
  experienceYears: z.int().min(0).max(95),
  vehicleAgeYears: z.int().min(0).max(120),
  bonusMalus: z.strictObject({ kind: z.string().max(40), class: z.string().max(3) }),
})
export const estimate = call({
  path: '/api/policy/ogpo/estimate',
  method: 'POST',
  may: ['everyone'],
  catalogue: true,
  about: 'The law’s price of one car with one driver; nothing personal is asked or kept.',
  body: EstimateBody,
  reply: answer(z.object({ premium: Tenge, factors: z.array(Factor) })),
})

export const ownClass = call({
  path: '/api/policy/ogpo/ownClass',
  method: 'POST',
  may: ['purchase', 'user'],
  catalogue: true,
  about:
    'The own bonus-malus class, as the unified database has it today. `firstContract`: it knows none.',
  body: z.strictObject({}),
  reply: answer(z.object({ class: z.string(), firstContract: z.boolean(), on: Day })),
})
