import { z } from 'zod'
import { Instant } from './fields.ts'

/** What a desk shows of a document that a decision rests on; it is opened by `cabinetFileLink`. */
export const DeskDocument = z.object({
  id: z.string(),
  name: z.string(),
  size: z.int(),
  at: Instant,
  scan: z.enum(['waiting', 'clean', 'infected']),
  by: z.string(),
})
