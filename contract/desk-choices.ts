import { z } from 'zod'
import { answer, call, done } from './call.ts'

const desk = ['staff', 'accountant'] as const
/** `columns.orders`, `views.orders`: what is chosen, of which list. */
const Name = z.string({ error: 'required' }).regex(/^(columns|views)\.[a-z-]{1,40}$/, {
  error: 'invalid',
})
/**
 * Names of hidden columns, then with `>` before each all of them in their order; or saved views: a name and the address they ask for.
 */
const Value = z.union([
  z.array(z.string().max(40)).max(40),
  z
    .array(
      z.strictObject({
        name: z.string().trim().min(1, { error: 'required' }).max(40, { error: 'invalid' }),
        query: z
          .string()
          .max(400)
          .regex(/^[\w=&%.+-]*$/, { error: 'invalid' }),
      }),
    )
    .max(20),
])

export const choices = call({
  path: '/api/staff/choices',
  method: 'GET',
  may: desk,
  about: 'What the person chose for a list: hidden columns, saved views; empty before they chose.',
  body: z.strictObject({ name: Name }),
  reply: answer(z.object({ value: Value })),
})
export const choose = call({
  path: '/api/staff/choices/set',
  method: 'POST',
  may: desk,
  about: 'Keeps what the person chose for a list, on every device of theirs.',
  body: z.strictObject({ name: Name, value: Value }),
  reply: done,
})
