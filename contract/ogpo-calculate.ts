import { z } from 'zod'
import { answer, call } from './call.ts'
import { Licence, Plate, TechPassport } from './car-fields.ts'
import { Day, GlobalId, Iin, IinOrBin, Instant, Phone, Tenge, Uuid } from './fields.ts'
import { Factor, Insurer } from './ogpo.ts'

/** The price of an OGPO policy: what is asked and what is answered. */

/** Degrees, and metres of accuracy. */
export const Position = {
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  accuracy: z.number().min(0).max(100_000),
}
export const variants = ['d1c1', 'd5c1', 'd10c1', 'd1c10', 'd10c10'] as const

/**
 * Declared by the driver; it counts where the licence does not prove it, and left out it is what
 * the licence shows.
 */
const Experienced = z.boolean().optional()

export const CalculateBody = z.strictObject({
  drivers: z
    .array(
      z.strictObject({
        iin: Iin,
        driverLicenseNumber: Licence.optional(),
        privilege: z.boolean().default(false),
        experienceOver2Years: Experienced,
      }),
    )
    .max(15, { error: 'too_many_drivers' }),
  vehicles: z
    .array(
      z.strictObject({
        registrationNumber: Plate,
        techPassport: TechPassport,
        ownerIin: IinOrBin.optional(),
      }),
    )
    .min(1, { error: 'no_cars' })
    .max(15, { error: 'too_many_cars' }),
  insurant: z.strictObject({
    iin: Iin,
    phone: Phone,
    willDrive: z.boolean(),
    privilege: z.boolean().default(false),
    experienceOver2Years: Experienced,
  }),
  operation: z.strictObject({
    applicationId: Uuid,
    dateTime: Instant.optional(),
    agentIin: Iin.optional(),
    latitude: Position.latitude.optional(),
    longitude: Position.longitude.optional(),
    accuracy: Position.accuracy.optional(),
  }),
  order: z.strictObject({
    dateStart: Day,
    period: z
      .int({ error: 'months_not_allowed' })
      .min(1, { error: 'months_not_allowed' })
      .max(12, { error: 'months_not_allowed' }),
    reorderGlobalId: GlobalId.optional(),
    prolongGlobalId: GlobalId.optional(),
    insurer: z.string().max(40).optional(),
    ogpoPlus: z.boolean().optional(),
    seasonal: z.boolean().optional(),
    variant: z.enum(variants).optional(),
  }),
})

export const PriceLine = z.object({
  iin: z.string(),
  name: z.string(),
  premium: Tenge,
  factors: z.array(Factor),
})
/**
 * A renewal beside the policy it follows: the premium then, the difference, and which coefficients
 * moved on the line that decides a car.
 */
export const SinceLast = z.object({
  premium: Tenge,
  difference: z.int(),
  changes: z.array(
    z.object({
      registrationNumber: z.string(),
      before: Factor.nullable(),
      now: Factor.nullable(),
      /** Tenge of the difference; null where one coefficient alone does not tell it. */
      by: z.int().nullable().default(null),
    }),
  ),
  other_cars: z.boolean(),
  other_driver: z.boolean(),
})
export const Calculation = z.object({
  calculationId: z.string(),
  draft_id: z.string(),
  premium: Tenge,
  insurance_premium: Tenge,
  broker_premium: Tenge,
  ogpo_plus_premium: Tenge,
  refund_sum: Tenge,
  surcharge_sum: Tenge,
  remaining_amount: Tenge,
  total_amount: Tenge,
  date_start: Day,
  date_end: Day,
  valid_until: Instant,
  insurer: Insurer,
  tables_version: z.string(),
  price_kind: z.enum(['standard', 'complex', 'many']),
  cars: z.array(
    z.object({
      registrationNumber: z.string(),
      makeModel: z.string(),
      premium: Tenge,
      decisiveIin: z.string(),
      lines: z.array(PriceLine),
    }),
  ),
  warnings: z.array(
    z.object({
      kind: z.enum(['overlap', 'gap']),
      registrationNumber: z.string(),
      globalId: z.string(),
      days: z.int(),
      start: Day,
      end: Day,
    }),
  ),
  /** Only of a renewal of a policy of ours. */
  since_last: SinceLast.optional(),
})

export const calculate = call({
  path: '/api/policy/ogpo/calculate',
  method: 'POST',
  may: ['purchase', 'user'],
  catalogue: true,
  goesOn: true,
  about:
    'Checks everyone and every car, prices by the law’s tariff and keeps the quote till the end of the day. Idempotent by operation.applicationId.',
  body: CalculateBody,
  reply: answer(z.object({ calculations: z.array(Calculation).length(1) })),
})
