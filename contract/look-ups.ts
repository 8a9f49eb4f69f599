import { z } from 'zod'
import { answer, call } from './call.ts'
import { Licence, Plate, TechPassport } from './car-fields.ts'
import { Day, Iin, IinOrBin } from './fields.ts'

const buyers = ['purchase', 'user', 'promoter'] as const

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
