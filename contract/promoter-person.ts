import { z } from 'zod'
import { answer, call } from './call.ts'
import { Licence } from './car-fields.ts'
import { Day, Iin, Phone } from './fields.ts'

/** Who stands behind an IIN on the selling screen. */
const promoter = ['promoter'] as const

/**
 * The row of an IIN on the selling screen. All flags come with `success: true`: one row's mistake
 * stops no other.
 */
export const person = call({
  path: '/api/promoter/policy/ogpo/person',
  method: 'POST',
  may: promoter,
  catalogue: true,
  goesOn: true,
  about:
    'A person for a row of the selling screen: short name, residence, document, licence and the flags of what is wrong. Each look is in the audit log.',
  body: z.strictObject({
    iin: Iin,
    /**
     * As insured person: asks for the licence and the age of a driver. Without it the
     * policyholder's rules hold.
     */
    drives: z.boolean().default(true),
    driverLicenseNumber: Licence.optional(),
    /** Of the policyholder: must be linked to the IIN. */
    phone: Phone.optional(),
    dateStart: Day.optional(),
  }),
  reply: answer(
    z.object({
      iin: z.string(),
      /** «Айгүл С.»; empty while nobody was found. */
      name: z.string(),
      resident: z.boolean().nullable(),
      documentValid: z.boolean().nullable(),
      driverLicenseNumber: z.string().nullable(),
      licenceValidTo: Day.nullable(),
      /** At least, by the day of the licence. */
      experienceYears: z.int().nullable(),
      /** The licence does not prove two years and there may be more: the driver declares it. */
      experienceAsked: z.boolean(),
      bonusMalusClass: z.string().nullable(),
      firstContract: z.boolean(),
      /** Spec section 3, flags of a driver; `down`: a register did not answer, ask again. */
      notFound: z.boolean(),
      notResident: z.boolean(),
      noEsbd: z.boolean(),
      noLicense: z.boolean(),
      noPersonCertificate: z.boolean(),
      underAge: z.boolean(),
      phoneNotLinked: z.boolean(),
      down: z.boolean(),
      /** The same as refusals with words, the first one first; empty: may be insured. */
      findings: z.array(
        z.object({ code: z.int(), message: z.string(), reason: z.string().optional() }),
      ),
    }),
  ),
})
