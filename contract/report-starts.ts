import { z } from 'zod'
import { openingKinds } from '#domain/books/start.ts'
import { answer, call, done } from './call.ts'
import { Uuid } from './fields.ts'
import { Month, required } from './report-periods.ts'

/** Where the books begin, and the opening of a month that was closed. */
const accountant = ['accountant'] as const
/** As for every sum that is asked with. */
const MOST = 2_000_000_000
const reason = z.string(required).trim().min(10, { error: 'opening_reason' }).max(500)

export const proposeStart = call({
  path: '/api/reports/proposeStart',
  method: 'POST',
  may: accountant,
  about:
    'The first signature under where the books begin: the first month and what stood at its morning. It takes the place of one that waits. 14126 when a month is closed already; 14127 when the balances do not come to `ours`.',
  body: z.strictObject({
    month: Month,
    /** Where the balances are taken from. */
    source: z.string(required).trim().min(1, required).max(200),
    ours: z.int({ error: 'sum' }).min(-MOST, { error: 'sum' }).max(MOST, { error: 'sum' }),
    balances: z
      .array(
        z.strictObject({
          kind: z.enum(openingKinds),
          subject: z.string(required).trim().min(1, required).max(80),
          amount: z.int({ error: 'sum' }).min(1, { error: 'sum' }).max(MOST, { error: 'sum' }),
          proof: z.string().trim().max(200).default(''),
        }),
      )
      .max(200),
    /** Asked for where a signed start is changed. */
    reason: z.string().trim().max(500).default(''),
  }),
  reply: answer(z.object({ id: Uuid })),
})
export const signStart = call({
  path: '/api/reports/signStart',
  method: 'POST',
  may: accountant,
  about:
    'The second signature, of another person: from here on months are counted from it. 14126 when a month was closed meanwhile.',
  body: z.strictObject({ id: Uuid }),
  reply: done,
})
export const withdrawStart = call({
  path: '/api/reports/withdrawStart',
  method: 'POST',
  may: accountant,
  about: 'Takes back a start that waits for its second signature, or declines to sign it.',
  body: z.strictObject({ id: Uuid }),
  reply: done,
})
export const reopenPeriod = call({
  path: '/api/reports/reopenPeriod',
  method: 'POST',
  may: accountant,
  about:
    'The first signature under opening the last closed month again, with the reason. 14128 when it is not the last.',
  body: z.strictObject({ month: Month, reason }),
  reply: answer(z.object({ id: Uuid })),
})
export const signReopening = call({
  path: '/api/reports/signReopening',
  method: 'POST',
  may: accountant,
  about:
    'The second signature, of another person: the month is open again, how it was closed stays in its trail.',
  body: z.strictObject({ id: Uuid }),
  reply: done,
})
export const declineReopening = call({
  path: '/api/reports/declineReopening',
  method: 'POST',
  may: accountant,
  about: 'Takes the asking back, or declines to sign it: the month stays closed.',
  body: z.strictObject({ id: Uuid }),
  reply: done,
})
