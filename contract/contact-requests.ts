import { z } from 'zod'
import { LocalizedText } from '#domain/localized-text.ts'
import { Day, Tenge } from './fields.ts'

/**
 * What reaches the contact desk: a message, a wish to be called, an organisation's wish for a bill.
 */
export const ContactRequestKind = z.enum(['message', 'call_back', 'organisation'])

/** Cars an organisation wants insured, and the price it was shown. */
export const OrganisationRequest = z.object({
  bin: z.string(),
  name: z.string(),
  /** Where the bill is posted to; empty when e-mail is enough. */
  address: z.string(),
  region: LocalizedText,
  settlement: z.enum(['CITY', 'OTHER']),
  /** Rental, leasing, buses or taxis. */
  carriage: z.boolean(),
  plates: z.array(z.string()),
  groups: z.array(
    z.object({
      vehicleType: z.string(),
      over: z.boolean(),
      count: z.int(),
      each: Tenge,
      sum: Tenge,
    }),
  ),
  total: Tenge,
  /** Version of the tariff tables and the day they were taken for. */
  tables: z.string(),
  day: Day,
})
export type OrganisationRequest = z.infer<typeof OrganisationRequest>
