import { z } from 'zod'
import { call, done } from './call.ts'
import { Email, Phone } from './fields.ts'

const filled = (most: number) =>
  z
    .string({ error: 'required' })
    .trim()
    .min(1, { error: 'required' })
    .max(most, { error: 'invalid' })

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
