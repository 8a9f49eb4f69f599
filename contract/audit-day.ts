import { z } from 'zod'
import { Action, Actor } from './audit.ts'
import { answer, call } from './call.ts'
import { Day } from './fields.ts'

const administrator = ['administrator'] as const

export const day = call({
  path: '/api/staff/audit/day',
  method: 'GET',
  may: administrator,
  about: 'How many acts each ten minutes of a day had, and how many of them are unusual.',
  body: z.strictObject({ day: Day, actor: Actor.optional(), action: Action.optional() }),
  reply: answer(
    z.object({
      /** 144 counts, from midnight in Almaty. */
      counts: z.array(z.int()),
      unusual: z.int(),
    }),
  ),
})
