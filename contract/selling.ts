import { z } from 'zod'
import { saleSteps, saleVerdictKinds, stepStates, tones } from '#domain/sale-steps.ts'
import { answer, call } from './call.ts'
import { Instant } from './fields.ts'

const Waiting = z.object({ count: z.int(), since: Instant.nullable() })

/** May we sell, and what goes badly: the gravest alone. */
export const Verdict = z.object({
  kind: z.enum(saleVerdictKinds),
  tone: z.enum(['bad', 'now', 'good']),
  /** The step of the sale it is said of. */
  step: z.enum(saleSteps).nullable(),
  state: z.enum(stepStates).nullable(),
  since: Instant.nullable(),
  systems: z.array(z.string()),
  /** Paid and not issued: how many, and since when the longest. */
  waiting: Waiting,
})

export const Step = z.object({
  step: z.enum(saleSteps),
  state: z.enum(stepStates),
  tone: z.enum(tones),
  since: Instant.nullable(),
  last_ok: Instant.nullable(),
  /** In the last five minutes; of what fails alone if something does. */
  calls: z.int(),
  failures: z.int(),
  systems: z.array(z.string()),
  waiting: Waiting,
})

export const selling = call({
  path: '/api/staff/selling',
  method: 'GET',
  may: ['staff', 'accountant'],
  about:
    'Whether selling goes on: the gravest of what goes badly, since when, and how many have paid and wait for a policy.',
  body: z.strictObject({}),
  reply: answer(z.object({ verdict: Verdict, systems: z.int(), at: Instant })),
})
