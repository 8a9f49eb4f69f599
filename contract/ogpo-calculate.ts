import { z } from 'zod'
import {
  isTechPassport,
  normaliseLicence,
  normaliseTechPassport,
} from '#domain/document-numbers.ts'
import { insurerFactNames } from '#domain/insurer-facts.ts'
import { LocalizedText } from '#domain/localized-text.ts'
import { variantCodes } from '#domain/ogpo/limits.ts'
import { priceKinds } from '#domain/ogpo/tariff.ts'
import { settlements } from '#domain/ogpo/tariff-sale.ts'
import { isPlate, normalisePlate } from '#domain/plate.ts'
import { answer, call } from './call.ts'
import { Day, GlobalId, Iin, IinOrBin, Instant, Phone, Tenge, Uuid } from './fields.ts'
import { WayField } from './pay.ts'

const buyers = ['purchase', 'user', 'promoter'] as const

export const Factor = z.object({
  code: z.string(),
  value: z.string(),
  because: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})

export const Insurer = z.object({
  code: z.string(),
  name: LocalizedText,
  commissionPercent: z.string(),
  acceptsBadScoring: z.boolean(),
})
/** As one chooses it. */
const OfferedInsurer = Insurer.extend({
  /** Known facts, each with its source and the day it was true on. */
  facts: z.array(
    z.object({
      fact: z.enum(insurerFactNames),
      value: z.string(),
      source: LocalizedText,
      day: Day,
      /** Invented for a demonstration. */
      sample: z.boolean(),
    }),
  ),
})
export const ogpoOptions = call({
  path: '/api/policy/ogpo/options',
  method: 'POST',
  may: buyers,
  about:
    'What can be chosen today: insurers with the broker’s commission, OGPO+, the texts to accept, whether the position is asked.',
  body: z.strictObject({}),
  reply: answer(
    z.object({
      today: Day,
      insurers: z.array(OfferedInsurer),
      ogpoPlus: z.object({ payout: Tenge, premium: Tenge, sample: z.boolean() }).nullable(),
      textVersions: z.object({
        terms: z.string(),
        personalData: z.string(),
        commission: z.string(),
        ogpoPlus: z.string(),
      }),
      /** The ways to pay that are offered, in the order shown. */
      ways: z.array(WayField),
      positionRequired: z.boolean(),
      /** How the client accepts the texts: the pay button says so, or a tick beside it too. */
      acceptance: z.enum(['button', 'tick']),
      /** The buyer as the token proves it. */
      buyer: z
        .object({
          iin: z.string(),
          phone: z.string(),
          name: z.string().nullable(),
          email: z.string().nullable(),
          /** Proved by the government sign-in. */
          egov: z.boolean(),
          /**
           * Their latest policies, each of other cars, so that a returning client types none again.
           */
          known: z.array(
            z.object({
              globalId: GlobalId,
              cars: z.array(z.object({ plate: z.string(), name: z.string() })),
              drivers: z.int(),
              end: Day,
            }),
          ),
          /**
           * People who drove with them, names masked as in a look-up: offered for another car, too.
           */
          people: z.array(z.object({ iin: Iin, name: z.string() })),
        })
        .nullable(),
    }),
  ),
})

export const Plate = z
  .string({ error: 'plate' })
  .transform(normalisePlate)
  .pipe(z.string().refine(isPlate, { error: 'plate' }))
  .meta({ example: '123ABC02' })
export const TechPassport = z
  .string({ error: 'tech_passport' })
  .transform(normaliseTechPassport)
  .pipe(z.string().refine(isTechPassport, { error: 'tech_passport' }))
  .meta({ example: 'AB12345678' })
export const Licence = z
  .string({ error: 'licence' })
  .max(20, { error: 'licence' })
  .transform(normaliseLicence)

/** The price of an OGPO policy: request and reply. */

/** Degrees, and metres of accuracy. */
export const Position = {
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  accuracy: z.number().min(0).max(100_000),
}
/**
 * Declared by the driver; counts if the licence does not prove it; omitted, the licence decides.
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
    variant: z.enum(variantCodes).optional(),
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
      /** Tenge of the difference; null if it is not of one coefficient alone. */
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
  price_kind: z.enum(priceKinds),
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
  /** Only for a promoter: until when each car has a policy; a car without one is left out. */
  previous: z.array(z.object({ registrationNumber: z.string(), end: Day })).optional(),
  /** Only for a promoter: their own pay of this sale; null if no rate is set. */
  own_pay: Tenge.nullish(),
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

/** The calculator's line beside a plate: enough to recognise the car. */
export const vehicle = call({
  path: '/api/policy/ogpo/vehicle',
  method: 'POST',
  may: buyers,
  catalogue: true,
  goesOn: true,
  about:
    'The car by its plate and technical passport. 14008 with `reason` "owner": it can be looked for by its owner’s IIN or BIN.',
  body: z.strictObject({
    registrationNumber: Plate,
    techPassport: TechPassport,
    ownerIin: IinOrBin.optional(),
  }),
  reply: answer(
    z.object({
      registrationNumber: z.string(),
      techPassport: z.string(),
      make: z.string(),
      model: z.string(),
      year: z.int(),
      type: z.string(),
      region: z.string(),
      settlement: z.enum(settlements),
    }),
  ),
})

/** The calculator's line beside a driver's IIN; the name is masked unless it is the buyer. */
export const driver = call({
  path: '/api/policy/ogpo/driver',
  method: 'POST',
  may: buyers,
  catalogue: true,
  goesOn: true,
  about: 'The driver by IIN: masked name, whether a licence was found, the bonus-malus class.',
  body: z.strictObject({
    iin: Iin,
    driverLicenseNumber: Licence.optional(),
    dateStart: Day.optional(),
  }),
  reply: answer(
    z.object({
      iin: z.string(),
      name: z.string(),
      licenceFound: z.boolean(),
      /** At least, by the day of the licence. */
      experienceYears: z.int().nullable(),
      /** The licence does not prove two years and there may be more: the driver declares it. */
      experienceAsked: z.boolean(),
      bonusMalusClass: z.string().nullable(),
      firstContract: z.boolean(),
    }),
  ),
})

/** One car × one driver, with the field names and codes of the tariff file's golden cases. */
const EstimateBody = z.strictObject({
  region: z.string().max(30),
  settlement: z.enum(settlements),
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
