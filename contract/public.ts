import { z } from 'zod'
import { answer, call, done } from './call.ts'
import { Day, Email, Instant, Phone, written } from './fields.ts'

const filled = (most: number) => written().max(most, { error: 'invalid' })

export const feedbackForm = call({
  path: '/api/feedbackForm',
  method: 'POST',
  may: ['everyone'],
  about: 'The contact form: stored and sent to the office by mail.',
  body: z.strictObject({
    name: filled(100),
    phone: Phone,
    email: Email,
    text: filled(4_000),
  }),
  reply: done,
})

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

export const clock = call({
  path: '/api/clock',
  method: 'GET',
  may: ['everyone'],
  about:
    'The product’s day in Almaty, and whether it is a demonstration that sells on another day than today.',
  body: z.strictObject({}),
  reply: answer(
    z.object({ now: Instant, today: Day, demonstration: z.boolean(), shifted: z.boolean() }),
  ),
})
