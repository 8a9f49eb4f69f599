import { z } from 'zod'
import { call, done } from './call.ts'

/**
 * The buyer of a partner's visit has proved who they are: what this token buys is sold by the
 * partner.
 */
export const partnerStart = call({
  path: '/api/partner/start',
  method: 'POST',
  may: ['purchase'],
  about: 'Binds the buyer’s token to the visit that a partner’s signed link has opened.',
  body: z.strictObject({ visit: z.string().min(20).max(64) }),
  reply: done,
})
