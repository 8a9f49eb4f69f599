import { z } from 'zod'
import { About } from './about-sale.ts'
import { answer, answerWith, call, done } from './call.ts'
import { DeskDocument } from './desk-document.ts'
import { CaseNotes } from './desk-notes.ts'
import { Day, GlobalId, Instant, Tenge, Uuid, Whole } from './fields.ts'
import { RefundWayField } from './pay.ts'
import { GiveBack } from './staff-give-back.ts'
import { Obstacle } from './staff-obstacle.ts'

const staff = ['staff'] as const
const OrderId = z.string({ error: 'required' }).trim().min(1, { error: 'required' }).max(40)
const asked = (error: 'reason' | 'ground') =>
  z.string({ error: 'required' }).trim().min(5, { error }).max(500, { error: 'invalid' })
export const Reason = asked('reason')
/** `acted` of the order that was looked at: 14060 where somebody acted since. */
const Acted = z
  .string()
  .regex(/^\d{1,18}$/, { error: 'invalid' })
  .optional()

/**
 * One line of everything that happened; `kind` groups them, `what` is the state, the operation, the
 * job. Personal data are masked.
 */
export const OrderEvent = z.object({
  at: Instant,
  kind: z.enum([
    'order',
    'payment',
    'policy',
    'refund',
    'message',
    'call',
    'job',
    'ending',
    'staff',
  ]),
  what: z.string(),
  detail: z.string(),
  actor: z.string(),
  bad: z.boolean(),
})
const StaffRefund = z.object({
  id: z.string(),
  amount: Tenge,
  reason: z.string(),
  state: z.enum(['due', 'done', 'failed']),
  error: z.string().nullable(),
  /** It waits until whoever gets it is not blocked any more. */
  frozen: z.boolean(),
  way: RefundWayField,
  at: Instant,
  done_at: Instant.nullable(),
  details: z
    .object({
      iban: z.string(),
      holder: z.string(),
      entered_by: z.string(),
      /** Approval needs another person. */
      mine: z.boolean(),
      approved_by: z.string().nullable(),
      paid_at: Instant.nullable(),
      reference: z.string().nullable(),
    })
    .nullable(),
})
/** A paper of a sale that may be opened; `claim` is a file of a claim, by `cabinetFileLink`. */
const SalePaper = z.object({
  id: z.string(),
  kind: z.enum([
    ...(['policy', 'covernote', 'slip', 'applicantForm'] as const),
    ...(['receipt', 'refund_receipt', 'claim'] as const),
  ]),
  /** A receipt's number, a claim's number and the name of the file. */
  about: z.string(),
  at: Instant.nullable(),
})
export const openPaper = call({
  path: '/api/staff/order/openPaper',
  method: 'POST',
  may: staff,
  about:
    'The address of one paper of a sale: a document of its policy in the client’s language, or a receipt of the cash register. Each opening is audited.',
  body: z.strictObject({ order_id: OrderId, paper: z.string().trim().min(1).max(120) }),
  reply: answer(z.object({ url: z.string() })),
})
/** What may be done with the order now, the likeliest first. */
const OrderAct = z.enum(['issue', 'documents', 'notify', 'refund', 'terminate', 'cancel'])
export const order = call({
  path: '/api/staff/order',
  method: 'POST',
  may: staff,
  about:
    'One order or Home subscription by its id or number, with its timeline: states, payments, outside calls, jobs and their retries, messages. The look is audited.',
  body: z.strictObject({ order_id: OrderId }),
  reply: answer(
    z.object({
      order_id: z.string(),
      number: z.string(),
      state: z.string(),
      source: z.string(),
      channel: z.string(),
      insurer: z.string(),
      about: About,
      papers: z.array(SalePaper),
      amount: Tenge,
      commission: Tenge,
      created_at: Instant,
      paid_at: Instant.nullable(),
      /** Null for a Home subscription that is not registered yet. */
      start_date: Day.nullable(),
      /** Drivers whose experience is their own word. */
      declared_experience: z.array(z.object({ name: z.string(), over_two_years: z.boolean() })),
      attempts: z.int(),
      next_attempt_at: Instant.nullable(),
      /** Why the last try to issue it failed. */
      obstacle: Obstacle.nullable(),
      account_id: Uuid.nullable(),
      policy: z
        .object({ global_id: z.string(), state: z.string(), start: Day, end: Day, papers: z.int() })
        .nullable(),
      refunds: z.array(StaffRefund),
      /** Money that may be given back, and the newest signature under it; null where it may not. */
      give_back: GiveBack.nullable(),
      /**
       * Bills of which the bank did not say whether they were sent: their number is to be found in
       * its application.
       */
      unclear_bills: z.array(z.object({ attempt_id: z.string(), amount: Tenge, at: Instant })),
      /** What the ends of its policy by staff rest on; `of`: the end's calculation. */
      ending_documents: z.array(DeskDocument.extend({ of: z.string() })),
      /** What cancelling the policy gives back today; null where it is too late. */
      cancel_refund: Tenge.nullable(),
      /** The number, the mailbox of the sale: nothing reaches the client there. */
      unreachable: z.array(z.enum(['sms', 'mail'])),
      acts: z.array(OrderAct),
      notes: CaseNotes,
      /** The last act of staff with it: an act names what it was decided by. */
      acted: z.string(),
      events: z.array(OrderEvent),
      /** The timeline was cut: more happened than is shown. */
      cut: z.boolean(),
    }),
  ),
})
export const rerun = call({
  path: '/api/staff/order/rerun',
  method: 'POST',
  may: staff,
  about:
    'Runs a part again at once: the issue, the papers, the messages. 14012 when the order is not in a state for it, 14060 when a colleague acted since it was looked at.',
  body: z.strictObject({
    order_id: OrderId,
    what: z.enum(['issue', 'documents', 'notify']),
    reason: Reason,
    acted: Acted,
  }),
  reply: done,
})

const terminateReason = z.enum(['sold', 'died', 'own_will'])
export const calcTerminate = call({
  path: '/api/staff/policy/calcTerminate',
  method: 'POST',
  may: staff,
  about:
    'First step of a termination by staff, for heirs above all: the refund as of today. `unproven`: plates whose registration nobody could be asked about, so the paper has to prove it.',
  body: z.strictObject({ globalId: GlobalId, terminateReason }),
  reply: answer(
    z.object({
      calcId: z.string(),
      refundAmount: Tenge,
      retainedAmount: Tenge,
      elapsedDays: z.int(),
      totalDays: z.int(),
      retainedPercent: z.int(),
      unproven: z.array(z.string()),
    }),
  ),
  catalogue: true,
})
export const terminate = call({
  path: '/api/staff/policy/terminate',
  method: 'POST',
  may: staff,
  about:
    'Second step, with the papers it rests on (a death certificate, a heir’s certificate), named and joined to the calculation before (`staffAddEndingDocument`). 14017 when the refund is another one, 14138 without a document, 14087 while it is scanned.',
  body: z.strictObject({
    globalId: GlobalId,
    calcId: Uuid,
    refundAmount: Whole,
    ground: asked('ground'),
  }),
  reply: answer(z.object({ state: z.enum(['accepted', 'done']), refundAmount: Tenge })),
  catalogue: true,
})

export const EndingDocumentFields = z.strictObject({ calc_id: Uuid })
export const addEndingDocument = call({
  path: '/api/staff/policy/addDocument',
  method: 'POST',
  may: staff,
  about:
    'A document of a calculated termination as multipart/form-data (file `document`: png, jpeg or pdf, at most 10 MB). It is scanned before anybody opens it (`cabinetFileLink`) or ends a policy on it.',
  body: EndingDocumentFields,
  reply: answerWith({ file_id: Uuid }),
})
export const cancelPolicy = call({
  path: '/api/staff/policy/cancel',
  method: 'POST',
  may: staff,
  about:
    'Cancels a policy for its client on the day of its issue and before its start; the whole sum goes back. 14005 when it is too late, 14017 when the refund is another one, 14060 when a colleague acted since it was looked at, 14090 for one’s own policy.',
  body: z.strictObject({
    globalId: GlobalId,
    refundAmount: Whole,
    reason: Reason,
    acted: Acted,
  }),
  reply: answer(z.object({ state: z.enum(['accepted', 'done']), refundAmount: Tenge })),
  catalogue: true,
})
