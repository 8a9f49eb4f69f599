import { z } from 'zod'
import { refusedSteps } from '#domain/refused-sale.ts'
import { Instant } from './fields.ts'

/**
 * One refusal of a sale as the desk reads it; the same one again and again is one line with how
 * many times. `text` is in the reader's language; nobody is named.
 */
export const RefusedSale = z.object({
  id: z.string(),
  /** The last time. */
  at: Instant,
  /** Whole days of Almaty since then: 0 is today, 1 yesterday. */
  days_ago: z.int(),
  times: z.int(),
  step: z.enum(refusedSteps),
  sold_by: z.enum(['client', 'promoter']),
  findings: z.array(
    z.object({
      code: z.int(),
      text: z.string(),
      of: z.enum(['policyholder', 'driver', 'car']).nullable(),
      /** Which driver or car of the request, from 1. */
      nth: z.int().nullable(),
    }),
  ),
  /** The outside system that did not answer. */
  outside: z.string().nullable(),
  /** By which the journal of outgoing calls knows its lines: the application or calculation. */
  subject: z.string().nullable(),
})
