import { z } from 'zod'
import { byHand, certainties, dutyNames, dutySources } from '#domain/books/duties.ts'
import { answer, call, done } from './call.ts'
import { Day, Instant } from './fields.ts'
import { required } from './report-periods.ts'

/** The calendar of an accountant's duties. */
const accountant = ['accountant'] as const
const period = z.string(required).regex(/^\d{4}(-Q[1-4]|-(0[1-9]|1[0-2]))?$/, { error: 'day' })

export const dutiesCall = call({
  path: '/api/reports/duties',
  method: 'GET',
  may: accountant,
  about:
    'What is due when since the books began: what is missing of it, where its term stands and how sure that is. What is done goes 45 days after its day.',
  body: z.strictObject({}),
  reply: answer(
    z.array(
      z.object({
        duty: z.enum(dutyNames),
        period: z.string(),
        /** Null for what is due within 24 hours of each event. */
        due: Day.nullable(),
        source: z.enum(dutySources),
        sure: z.enum(certainties),
        state: z.enum(['done', 'not_needed', 'open', 'late']),
        /** How many things are missing; null where a person says whether it is done. */
        missing: z.int().nullable(),
        mark: z.object({ note: z.string(), by: z.string(), at: Instant }).nullable(),
      }),
    ),
  ),
})
export const markDuty = call({
  path: '/api/reports/markDuty',
  method: 'POST',
  may: accountant,
  about:
    'Says of a duty that leaves no trace here that it is done or not owed, with the number of the paper or the reason.',
  body: z.strictObject({
    duty: z.enum(byHand),
    period,
    how: z.enum(['done', 'not_needed']),
    note: z.string(required).trim().min(3, required).max(300),
  }),
  reply: done,
})
export const unmarkDuty = call({
  path: '/api/reports/unmarkDuty',
  method: 'POST',
  may: accountant,
  about: 'Takes such a mark back; the row stays with who did it.',
  body: z.strictObject({ duty: z.enum(byHand), period }),
  reply: done,
})
