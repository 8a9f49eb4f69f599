import { z } from 'zod'
import { RenewalPrice } from './cabinet.ts'
import { answer, call, done } from './call.ts'
import { Day, Instant, Tenge, Uuid } from './fields.ts'
import { Failure } from './promoter-sales.ts'

/** A promoter's day and what an administrator sets for them. */
export const day = call({
  path: '/api/promoter/day',
  method: 'POST',
  may: ['promoter'],
  about:
    'The promoter’s own day: policies issued today against the goal or a usual day of the same weekday, own pay of the month where a rate is set, and why sales of this week failed.',
  body: z.strictObject({}),
  reply: answer(
    z.object({
      day: Day,
      now: Instant,
      /** When each policy of today was issued; those cancelled since are left out. */
      issued: z.array(Instant),
      premium: Tenge,
      /** Set by an administrator; null where none is. */
      goal: z.int().nullable(),
      /** The mean of the same weekday in the last eight weeks; null before the first week. */
      usual: z.object({ whole: z.number(), byNow: z.number() }).nullable(),
      /** The hour of Almaty in which most was sold in eight weeks; null while there are too few. */
      bestHour: z.int().nullable(),
      /** By policies of the month among all promoters; null where the broker does not want it. */
      rank: z.object({ place: z.int(), of: z.int() }).nullable(),
      /** Own pay; null where no rate is set for the days of this month and the last. */
      pay: z
        .object({
          month: Tenge,
          before: Tenge.nullable(),
          days: z.array(z.object({ day: Day, pay: Tenge })),
        })
        .nullable(),
      /** Why sales of this week came to nothing, the commonest first. */
      failures: z.array(Failure),
    }),
  ),
})

const Terms = z.object({
  from: Day,
  dayGoal: z.int().nullable(),
  payPercent: z.number().nullable(),
  setAt: Instant,
  setBy: z.string(),
})
export const terms = call({
  path: '/api/staff/promoterTerms',
  method: 'GET',
  may: ['administrator'],
  about: 'What was set for a promoter, the latest first.',
  body: z.strictObject({ id: Uuid }),
  reply: answer(z.object({ terms: z.array(Terms) })),
})
export const setTerms = call({
  path: '/api/staff/setPromoterTerms',
  method: 'POST',
  may: ['administrator'],
  about:
    'Sets a promoter’s goal of a day and own pay as a part of the broker’s commission, from a day on, today at the earliest; what is left out is not set. Audited.',
  body: z.strictObject({
    id: Uuid,
    from: Day,
    dayGoal: z
      .int({ error: 'invalid' })
      .min(1, { error: 'invalid' })
      .max(200, { error: 'invalid' })
      .nullable(),
    payPercent: z
      .number({ error: 'invalid' })
      .gt(0, { error: 'invalid' })
      .max(100, { error: 'invalid' })
      .multipleOf(0.01, { error: 'invalid' })
      .nullable(),
  }),
  reply: done,
})

export const renewalPrice = call({
  path: '/api/promoter/sale/renewalPrice',
  method: 'POST',
  may: ['promoter'],
  catalogue: true,
  about:
    'What a policy of an own sale would cost today for another year, and why it is another price. 14007 where it is not to be renewed.',
  body: z.strictObject({ globalId: z.string({ error: 'required' }).max(60, { error: 'invalid' }) }),
  reply: answer(RenewalPrice),
})
