import { z } from 'zod'
import { call, done } from './call.ts'
import { Phone } from './fields.ts'

const filled = (most: number) =>
  z
    .string({ error: 'required' })
    .trim()
    .min(1, { error: 'required' })
    .max(most, { error: 'invalid' })

/** The simple pattern of the contact form: something, an at sign, a domain with a dot. */
export const feedbackForm = call({
  path: '/api/feedbackForm',
  method: 'POST',
  may: ['everyone'],
  about: 'The contact form: stored and sent to the office by mail.',
  body: z.strictObject({
    name: filled(100),
    phone: Phone,
    email: z
      .string({ error: 'email' })
      .trim()
      .max(254, { error: 'email' })
      .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, { error: 'email' }),
    text: filled(4_000),
  }),
  reply: done,
})
