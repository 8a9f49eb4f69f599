import { z } from 'zod'
import { refundStates } from '#domain/contract/facts.ts'
import { eventKinds } from '#domain/history-event.ts'
import { terminateReasons } from '#domain/ogpo/refund-sums.ts'
import { needs } from '#domain/waiting.ts'
import { answer, answerWith, call, done } from './call.ts'
import { CaseNotes, DeskDocument } from './desk-notes.ts'
import { Day, GlobalId, Instant, Tenge, Uuid, Whole, written } from './fields.ts'
import { About } from './ogpo-order.ts'
import { RefundWayField, WayField } from './pay.ts'
import { declines, Hold, Signature, Signing, SigningReason, withdraws } from './signatures.ts'

const staff = ['staff'] as const

/**
 * A refund in figures: the first signs it, the second sees and signs the same. `message` is the
 * text the client will read, without its link.
 */
const Facts = z.object({
  amount: Tenge,
  way: WayField,
  /** The payment's phone or card, masked. */
  to: z.string(),
  message: z.string(),
})
/** The facts, null if no refund is allowed; their newest signature. */
export const GiveBack = z.object({ facts: Facts.nullable(), signature: Signature.nullable() })

export const ask = call({
  path: '/api/staff/order/giveBack',
  method: 'POST',
  may: staff,
  about:
    'Asks another person to sign that a paid order without a policy is given up and its money goes back: nothing moves before. 14012 when the order is not in a state for it, 14017 when another sum would go back, 14060 when a signature waits already.',
  body: z.strictObject({
    order_id: written().max(40),
    amount: Whole,
    reason: SigningReason,
  }),
  reply: done,
  catalogue: true,
})
export const sign = call({
  path: '/api/staff/order/giveBack/sign',
  method: 'POST',
  may: staff,
  about:
    'The second signature: the order is given up and the money returned, once. 14060 when it was decided or its facts changed, 14063 for whoever asked, 14091 when the two are not surely two people, 14061 when the unified database holds the policy: then it is issued instead; 14062 while it is being asked.',
  body: Signing.extend({ hold: Hold }),
  reply: done,
  catalogue: true,
})
export const decline = declines('/api/staff/order/giveBack/decline')
export const withdraw = withdraws('/api/staff/order/giveBack/withdraw')

/**
 * Why a paid policy is not issued, for a desk: a system that does not answer or refuses, lists that
 * stop the sale, two prices. A desk never shows the client's sentence.
 */
export const Obstacle = z.object({
  what: z.enum(['silent', 'refused', 'lists', 'price']),
  code: z.int(),
  /** The outside system and its operation, as the journal names them. */
  system: z.string().nullable(),
  operation: z.string().nullable(),
  /** Since when every try fails for this reason. */
  since: Instant.nullable(),
  /** If two prices differ. */
  ours: Tenge.nullable(),
  theirs: Tenge.nullable(),
})
export type Obstacle = z.output<typeof Obstacle>

const OrderId = written().max(40)
const asked = (error: 'reason' | 'ground') => written(5, error).max(500, { error: 'invalid' })
export const Reason = asked('reason')
/** `acted` of the order the caller saw: 14060 if staff have acted since. */
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
  kind: z.enum(eventKinds),
  what: z.string(),
  detail: z.string(),
  actor: z.string(),
  bad: z.boolean(),
})
const StaffRefund = z.object({
  id: z.string(),
  amount: Tenge,
  reason: z.string(),
  state: z.enum(refundStates),
  error: z.string().nullable(),
  /** It waits until its recipient is no longer blocked. */
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
  body: z.strictObject({ order_id: OrderId, paper: written().max(120) }),
  reply: answer(z.object({ url: z.string() })),
})
/** Acts possible with the order now, the likeliest first. */
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
      /** Money that may be refunded, and its newest signature; null if none may. */
      give_back: GiveBack.nullable(),
      /**
       * Bills of which the bank did not say whether they were sent: their number is to be found in
       * its application.
       */
      unclear_bills: z.array(z.object({ attempt_id: z.string(), amount: Tenge, at: Instant })),
      /** Grounds of its policy's endings by staff; `of`: the ending's calculation. */
      ending_documents: z.array(DeskDocument.extend({ of: z.string() })),
      /** Refund for cancelling the policy today; null if it is too late. */
      cancel_refund: Tenge.nullable(),
      /** The number, the mailbox of the sale: nothing reaches the client there. */
      unreachable: z.array(z.enum(['sms', 'mail'])),
      acts: z.array(OrderAct),
      notes: CaseNotes,
      /** The last act of staff on it: an act names the one its decision was based on. */
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

const terminateReason = z.enum(terminateReasons)
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

/**
 * The desk's lists of orders. `stuck`: paid and not issued; `refund_failed`: failed refunds;
 * `details`: refunds waiting for bank details, approval or the transfer; `human`: all of these.
 */
const OrderView = z.enum(['human', 'stuck', 'refund_failed', 'details', 'newest'])
const OrderCount = z.object({ count: z.int(), amount: Tenge })
export const orders = call({
  path: '/api/staff/orders',
  method: 'POST',
  may: ['staff'],
  about:
    'Orders and Home subscriptions that need somebody, or the newest; a page at a time. Of a person a surname and an initial: whoever opens a row is audited there.',
  body: z.strictObject({
    view: OrderView.default('stuck'),
    /** By the day of the order: else the longest wait first, among finished ones the newest. */
    order: z.enum(['oldest', 'newest']).optional(),
    state: z.string().max(40).optional(),
    channel: z.string().max(40).optional(),
    cursor: z.string().max(100).optional(),
  }),
  reply: answer(
    z.object({
      orders: z.array(
        z.object({
          order_id: z.string(),
          number: z.string(),
          /** Surname and initial of the policyholder; empty after an erasure. */
          who: z.string(),
          /** Plate of the first car; null for a home. */
          plate: z.string().nullable(),
          insurer: z.string(),
          state: z.string(),
          channel: z.string(),
          amount: Tenge,
          at: Instant,
          paid_at: Instant.nullable(),
          attempts: z.int(),
          next_attempt_at: Instant.nullable(),
          to_refund: Tenge,
          /** The action it needs from people, and why the last try to issue it failed. */
          need: z.enum(needs).nullable(),
          /** That action waits longer than the reference allows. */
          late: z.boolean(),
          /** Money given back by hand waits for its second signature. */
          signing: z.boolean(),
          obstacle: Obstacle.nullable(),
        }),
      ),
      next: z.string().nullable(),
      /** How many need action and their sum; null on the pages after the first. */
      counts: z
        .object({
          human: OrderCount,
          stuck: OrderCount,
          refund_failed: OrderCount,
          details: OrderCount,
        })
        .nullable(),
    }),
  ),
})

export const RefundId = z.string({ error: 'required' }).max(120)
export const retryRefund = call({
  path: '/api/staff/refund/retry',
  method: 'POST',
  may: staff,
  about: 'Sends a refused refund to its payment once more.',
  body: z.strictObject({ refund_id: RefundId, reason: Reason }),
  reply: done,
})
export const foundBill = call({
  path: '/api/staff/bill/found',
  method: 'POST',
  may: staff,
  about:
    'The number of a bill whose answer was lost, as the bank’s application shows it beside our number. The bank is asked about it: 14012 when it does not know the bill, when its sum differs, or when the bill is that of another payment. Money paid by it is then treated like any other.',
  body: z.strictObject({
    attempt_id: z.string({ error: 'required' }).max(60),
    bill_id: z
      .string({ error: 'required' })
      .trim()
      .regex(/^[1-9]\d{0,17}$/, { error: 'invalid' }),
    reason: Reason,
  }),
  reply: done,
  catalogue: true,
})
