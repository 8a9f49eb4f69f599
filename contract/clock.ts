import { z } from 'zod'
import { answer, call } from './call.ts'
import { Day, Instant } from './fields.ts'

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
