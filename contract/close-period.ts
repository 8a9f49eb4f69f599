import { z } from 'zod'
import { answer, call, done } from './call.ts'
import { Closed, Month, required } from './report-periods.ts'

const accountant = ['accountant'] as const

export const recordAct = call({
  path: '/api/reports/recordAct',
  method: 'POST',
  may: accountant,
  about:
    'Writes down what an insurer’s act of a month says is to be passed on to it. The last one counts; 14081 when the month is not the next to be closed.',
  body: z.strictObject({
    month: Month,
    insurer: z.string(required).min(1, required).max(60),
    /** Less than nothing where the insurer owes us for what it took back. */
    amount: z.int({ error: 'sum' }).min(-2_000_000_000).max(2_000_000_000, { error: 'sum' }),
    number: z.string().trim().max(60).default(''),
  }),
  reply: done,
})
export const preparePeriod = call({
  path: '/api/reports/preparePeriod',
  method: 'POST',
  may: accountant,
  about:
    'The first signature: the figures of the month are as they are shown. 14101 while a check is open; 14081 when the month is not the next to be closed.',
  body: z.strictObject({ month: Month }),
  reply: done,
})
export const withdrawPeriod = call({
  path: '/api/reports/withdrawPeriod',
  method: 'POST',
  may: accountant,
  about: 'Takes the first signature back. 14081 when there is none.',
  body: z.strictObject({ month: Month }),
  reply: done,
})
export const closePeriod = call({
  path: '/api/reports/closePeriod',
  method: 'POST',
  may: accountant,
  about:
    'The second signature, of another person: closes the books of a month: until two people open it again no line of the ledger is dated in it. 14102 when nobody else has prepared it or its figures have changed since.',
  body: z.strictObject({ month: Month }),
  reply: answer(Closed),
})
