import { z } from 'zod'
import { answer, call } from './call.ts'
import { Day, Instant } from './fields.ts'
import { OrderId } from './ogpo-order.ts'

/** How an order goes on: paid, issued, its papers. */
const buyers = ['purchase', 'user', 'promoter'] as const

export const PaidStatus = z.enum(['awaiting', 'paid', 'rejected', 'expired', 'error'])
export const checkOrderPaid = call({
  path: '/api/policy/checkOrderPaid',
  method: 'POST',
  may: buyers,
  about: 'The state of the payment, of an OGPO order or of the first month of a Home subscription.',
  body: OrderId,
  reply: answer(z.object({ status: PaidStatus })),
})

export const SetStatus = z.enum(['waiting', 'issuing', 'retrying', 'issued', 'failed'])
const File = z.object({ uuid: z.string(), size: z.int() })
export const Issued = z.object({
  status: SetStatus,
  state: z.string(),
  attempts: z.int(),
  nextAttemptAt: Instant.nullable(),
  error: z.object({ code: z.int(), message: z.string() }).nullable(),
  globalId: z.string().optional(),
  startDate: Day.optional(),
  endDate: Day.optional(),
  /** What the pass shows: the cars, and whose policy it is. */
  cars: z.array(z.object({ registrationNumber: z.string(), name: z.string() })).optional(),
  insurer: z.string().optional(),
  files: z
    .object({ policy: File, covernote: File, slip: File, applicantForm: File })
    .partial()
    .optional(),
  checkUrl: z.string().optional(),
})
export const checkOrderSet = call({
  path: '/api/policy/ogpo/checkOrderSet',
  method: 'POST',
  may: ['purchase', 'user', 'order'],
  about: 'The state of the issue; when issued, the policy’s number and papers.',
  body: OrderId,
  reply: answer(Issued),
})
