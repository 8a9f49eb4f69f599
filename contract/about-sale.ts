import { z } from 'zod'
import { locales } from '#domain/locale.ts'
import { Instant, Uuid } from './fields.ts'

/** Who and what a sale is about, for whoever is on the telephone; numbers are masked (`reveal`). */
export const About = z.object({
  /** Null after an erasure. `drives`: among the insured drivers. */
  holder: z.object({ name: z.string(), iin: z.string(), drives: z.boolean() }).nullable(),
  /** The other drivers. */
  drivers: z.array(z.object({ name: z.string(), iin: z.string() })),
  cars: z.array(z.object({ plate: z.string(), name: z.string(), year: z.int().nullable() })),
  /** Of a home. */
  address: z.string().nullable(),
  phone: z.string().nullable(),
  language: z.enum(locales),
  /** The page of the policyholder; null where there is no cabinet. */
  account_id: Uuid.nullable(),
  /** Policies and claims that the policyholder has with us. */
  has: z.object({ policies: z.int(), claims: z.int() }),
  /** How everybody of the sale stands by the lists, the gravest of all, and when that was asked. */
  lists: z.object({ state: z.enum(['clear', 'blocked', 'unblocked']), at: Instant }),
})
