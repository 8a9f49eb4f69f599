import { z } from 'zod'
import { Instant } from './fields.ts'

/**
 * What two people sign, as a desk shows it (decision 213): the first line with who asked and why,
 * the second empty, signed, refused with a note, or taken back by the first.
 */
export const Signature = z.object({
  id: z.string(),
  state: z.enum(['waiting', 'signed', 'refused', 'withdrawn']),
  reason: z.string(),
  /** Whoever looks has asked for it: the second line is another person's. */
  mine: z.boolean(),
  asked_by: z.string(),
  asked_at: Instant,
  decided_by: z.string().nullable(),
  decided_at: Instant.nullable(),
  note: z.string(),
})
