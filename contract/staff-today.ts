import { z } from 'zod'
import { needs } from '#domain/waiting.ts'
import { whens } from '#domain/when.ts'
import { answer, call } from './call.ts'
import { Day, Instant, Tenge } from './fields.ts'
import { Obstacle } from './staff-obstacle.ts'

/** How much of one desk waits, and how much of it is late or due today. At most a thousand. */
const Count = z.object({ all: z.int(), late: z.int() })

export const today = call({
  path: '/api/staff/today',
  method: 'GET',
  may: ['staff'],
  about:
    'What waits for staff at all desks, late first, each by what is to be done; how much of it, and which outside systems are not well. Nothing personal: whoever opens a row is audited there.',
  body: z.strictObject({}),
  reply: answer(
    z.object({
      rows: z.array(
        z.object({
          /** What is to be done. */
          act: z.enum([
            ...needs,
            'sign_refund',
            ...(['name_documents', 'decide', 'sign_claim', 'pay'] as const),
            ...([
              'match',
              'sign_list',
              'sign_unblock',
              'answer',
              'call_back',
              'bill',
              'approve_change',
              'enter_tables',
            ] as const),
          ]),
          desk: z.enum(['orders', 'claims', 'kyc', 'inbox', 'reference']),
          /** What the desk opens it by; empty where only its list is opened. */
          id: z.string(),
          /** The number people know it by. */
          number: z.string(),
          /** What stands in the way, in the reader's words; empty where the act says all. */
          why: z.string(),
          /** Of what is paid and not issued. */
          obstacle: Obstacle.nullable(),
          /** Of a match: how like the nearest entry of a list is; null where nothing is compared. */
          likeness: z.number().nullable(),
          amount: Tenge.nullable(),
          /** Of a claim: how many of its papers a person has found fit. */
          papers: z.object({ fit: z.int(), all: z.int() }).nullable(),
          since: Instant,
          due: Day.nullable(),
          when: z.enum(whens),
        }),
      ),
      counts: z.object({
        orders: Count,
        claims: Count,
        kyc: Count,
        inbox: Count,
        reference: Count,
      }),
      /** Cases with a note that names whoever asks, who has not said yet that they read it. */
      mentions: z.int(),
      at: Instant,
    }),
  ),
})
