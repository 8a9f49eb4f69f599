import { z } from 'zod'
import { answer, call } from './call.ts'
import { MaskedClient } from './desk-search.ts'
import { Day, Instant, Tenge } from './fields.ts'

const desk = ['staff', 'accountant'] as const

export const recent = call({
  path: '/api/staff/recent',
  method: 'GET',
  may: desk,
  about:
    'What the person opened in the last seven days, the newest first, ten at most, by their own lines of the audit log; nobody else’s.',
  body: z.strictObject({}),
  reply: answer(
    z.object({
      rows: z.array(
        z.object({
          kind: z.enum(['order', 'client', 'claim']),
          id: z.string(),
          /** The number, or the name of a client. */
          title: z.string(),
          /** The IIN of a client, masked. */
          iin: z.string().nullable(),
          state: z.string().nullable(),
          at: Instant,
        }),
      ),
    }),
  ),
})

export const recentClients = call({
  path: '/api/staff/clients/recent',
  method: 'GET',
  may: ['staff'],
  about: 'The clients among what the person opened in the last seven days, and how they stand now.',
  body: z.strictObject({}),
  reply: answer(
    z.object({
      clients: z.array(
        MaskedClient.extend({
          plate: z.string().nullable(),
          /** What presses most: money without a policy, a claim, a match; else the policy. */
          now: z.object({
            what: z.enum(['not_issued', 'refund', 'claim', 'match', 'covered', 'nothing']),
            /** The day it turns on: a claim's deadline, the end of the policy. */
            day: Day.nullable(),
            amount: Tenge.nullable(),
          }),
          at: Instant,
        }),
      ),
    }),
  ),
})
