import { z } from 'zod'
import { listOf, orNothing } from '../shep.ts'

/** Traffic police: driver licences. Which register answers a broker is not public; service and fields are assumed (external-systems.md 9). */
export const LICENCE_SERVICE = 'MVD_DRIVER_LICENCE'
export const LICENCE_TYPE = { type: 'driverLicenceRequest', namespace: 'http://mvd.gov.kz/ns/driver-licence' }

export const LicenceRequest = z.object({ iin: z.string(), number: orNothing(z.string()) })
export const LicenceReply = z.object({
  iin: z.string(),
  found: z.enum(['true', 'false']),
  licence: orNothing(
    z.object({
      number: z.string().min(1),
      issueDate: z.iso.date(),
      validTo: z.iso.date(),
      experienceFrom: z.iso.date(),
      categories: z.preprocess((value) => (value === '' ? {} : value), z.object({ category: listOf(z.string()) })),
    }),
  ),
})
