import { z } from 'zod'
import { LocalizedText } from '#domain/localized-text.ts'
import { answer, call } from './call.ts'
import { Day, Iin, IinOrBin, Instant, Licence, Plate, TechPassport, Tenge } from './fields.ts'

const buyers = ['purchase', 'user', 'promoter'] as const

export const Factor = z.object({
  code: z.string(),
  value: z.string(),
  because: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})

export const clock = call({
  path: '/api/clock',
  method: 'GET',
  may: ['everyone'],
  about:
    'The product’s day in Almaty, and whether it is a demonstration that sells on another day than today.',
  body: z.strictObject({}),
  reply: answer(
    z.object({ now: Instant, today: Day, demonstration: z.boolean(), shifted: z.boolean() }),
  ),
})

export const Insurer = z.object({
  code: z.string(),
  name: LocalizedText,
  commissionPercent: z.string(),
  acceptsBadScoring: z.boolean(),
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
      insurers: z.array(Insurer),
      ogpoPlus: z.object({ payout: Tenge, premium: Tenge, sample: z.boolean() }).nullable(),
      textVersions: z.object({
        terms: z.string(),
        personalData: z.string(),
        commission: z.string(),
        ogpoPlus: z.string(),
      }),
      positionRequired: z.boolean(),
      /** How the texts are agreed to: the button that pays says so, or a tick beside it too. */
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
        })
        .nullable(),
    }),
  ),
})

/** What the calculator shows beside a plate: enough to recognise the car. */
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
      settlement: z.enum(['CITY', 'OTHER']),
    }),
  ),
})

/** What the calculator shows beside a driver's IIN; the name is masked unless it is the buyer. */
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
