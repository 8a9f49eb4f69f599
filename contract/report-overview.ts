import { z } from 'zod'
import { answer, call } from './call.ts'
import { Day, Instant, Tenge } from './fields.ts'

const Sum = z.object({ count: z.int(), amount: Tenge })

/** What the accountant's overview shows. All sums are the ledger's, in whole tenge. */
export const Overview = z.object({
  /** When it was summed. */
  at: Instant,
  policies: z.int(),
  premium: Tenge,
  /** The part of the premium that was not of today, and the same days four weeks before. */
  premiumWhole: Tenge,
  premiumBefore: Tenge,
  commission: Tenge,
  ogpoPlus: Tenge,
  ogpoPlusPolicies: z.int(),
  /** What goes to the insurers: premium and OGPO+ without commission and what they gave back. */
  toPassOn: Tenge,
  /** `before`: the premium of the same weekday four weeks before. */
  days: z.array(z.object({ day: Day, premium: Tenge, ogpoPlus: Tenge, before: Tenge })),
  /** Purchases that began in the period, of all products, and where the others were lost. */
  funnel: z.object({
    quoted: z.int(),
    ordered: z.int(),
    paid: z.int(),
    issued: z.int(),
    expired: z.int(),
    rejected: z.int(),
    cancelled: z.int(),
    awaiting: z.int(),
    waiting: z.int(),
    returned: z.int(),
  }),
  /** `toPassOn`: below nothing where the insurer owes us. */
  insurers: z.array(
    z.object({ insurer: z.string(), premium: Tenge, commission: Tenge, toPassOn: Tenge }),
  ),
  channels: z.array(
    z.object({ channel: z.string(), premium: Tenge, premiumWhole: Tenge, before: Tenge }),
  ),
  refunds: z.object({
    count: z.int(),
    amount: Tenge,
    /** Not gone yet, and those of them that wait for the client's bank details. */
    open: z.int(),
    needDetails: z.int(),
    /** From the day they were owed to the day they were gone, in days; null when none is. */
    daysToDone: z.number().nullable(),
    days: z.array(z.object({ day: Day, amount: Tenge })),
    reasons: z.array(Sum.extend({ reason: z.string() })),
  }),
  /** Differences that people still have to settle. */
  differences: z.array(z.object({ kind: z.string(), count: z.int() })),
})

export const overview = call({
  path: '/api/reports/overview',
  method: 'GET',
  may: ['accountant'],
  about:
    'A period in figures: premium by day beside the same weekday four weeks before, how far purchases came, insurers, channels, refunds, what is not reconciled. At most 92 days.',
  body: z.strictObject({ from: Day, to: Day }),
  reply: answer(Overview),
})
