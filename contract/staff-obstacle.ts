import { z } from 'zod'
import { Instant, Tenge } from './fields.ts'

/**
 * Why what is paid is not issued, for a desk: a system that does not answer or refuses, lists that
 * stop the sale, two prices. The client's sentence never stands at a desk.
 */
export const Obstacle = z.object({
  what: z.enum(['silent', 'refused', 'lists', 'price']),
  code: z.int(),
  /** Which outside system and what was asked of it, as the journal names them. */
  system: z.string().nullable(),
  operation: z.string().nullable(),
  /** Since when every try fails for this reason. */
  since: Instant.nullable(),
  /** Where two prices differ. */
  ours: Tenge.nullable(),
  theirs: Tenge.nullable(),
})
export type Obstacle = z.output<typeof Obstacle>
