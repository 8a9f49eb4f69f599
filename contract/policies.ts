import { z } from 'zod'
import { refundStates } from '#domain/contract/facts.ts'
import { terminateReasons } from '#domain/ogpo/refund-sums.ts'
import { purchaseKinds } from '#domain/products.ts'
import { CodeSent } from './cabinet.ts'
import { answer, answerWith, call } from './call.ts'
import { GlobalId, Instant, Pin, Tenge, Uuid, Whole } from './fields.ts'
import { RefundWayField, WayField } from './pay.ts'

export const Payment = z.object({
  /** Number of the payment with us; the bank and the acquirer know it too. */
  id: z.string(),
  system: WayField,
  amount: Tenge,
  /** The phone that was billed. */
  phone: z.string().nullable(),
  /** The number the bank or the acquirer gave it. */
  outside_id: z.string().nullable(),
  paidAt: Instant,
  /** The cash register's receipt, once it has been made. */
  receipt: z.object({ number: z.string(), url: z.string().nullable() }).nullable(),
  refunds: z.array(
    z.object({
      amount: Tenge,
      state: z.enum(refundStates),
      at: Instant,
      doneAt: Instant.nullable(),
    }),
  ),
})

/** A client's purchase: receipts of the payments, and the accepted texts. */
export const Purchase = z.object({
  order_id: z.string(),
  number: z.string(),
  /** `home`: a subscription, a payment a month. */
  kind: z.enum(purchaseKinds),
  createdAt: Instant,
  global_id: z.string().nullable(),
  /** The home of a subscription. */
  address: z.string().nullable(),
  cars: z.array(z.object({ registrationNumber: z.string(), name: z.string() })),
  insurer: z.string(),
  insurance_premium: Tenge,
  ogpo_plus_premium: Tenge,
  /** The broker's commission inside the premium. */
  commission: Tenge,
  payments: z.array(Payment),
  /** The texts as they were when the client accepted them: name and version. */
  texts: z.array(
    z.object({
      name: z.enum(['terms', 'homeTerms', 'personalData', 'commission', 'ogpoPlus']),
      version: z.string(),
    }),
  ),
  acceptedAt: Instant,
})
export const purchases = call({
  path: '/api/cabinet/order/purchases',
  method: 'GET',
  may: ['user'],
  about:
    'Receipts of the client’s payments and the texts accepted with each purchase, the newest first.',
  body: z.strictObject({}),
  reply: answer(z.array(Purchase)),
})

/** Events of a policy, from the order to its end. */
export const policyEvents = [
  'ordered',
  'paid',
  'issued',
  'papers',
  'refunded',
  'terminated',
  'cancelled',
  'replaced',
] as const
export const onePolicy = call({
  path: '/api/cabinet/policy/onePolicy',
  method: 'POST',
  may: ['user'],
  about:
    'What the list leaves out of an own policy: who may drive, what was paid and went back, what happened when, and the address under its QR code.',
  body: z.strictObject({ globalId: GlobalId }),
  reply: answer(
    z.object({
      /** Empty for a Home policy. The IIN is masked. */
      drivers: z.array(
        z.object({
          name: z.string(),
          iin: z.string(),
          policyholder: z.boolean(),
          bonusMalus: z.object({ kind: z.string(), class: z.string() }),
        }),
      ),
      payments: z.array(Payment),
      /** The oldest first. `amount`: of money that came or went back. */
      history: z.array(
        z.object({ what: z.enum(policyEvents), at: Instant, amount: Tenge.nullable() }),
      ),
      /** Proves offline that we issued the policy; null if it has no such page. */
      check_url: z.string().nullable(),
    }),
  ),
})

/** Termination of a policy: its refund, the code, the act. */
const client = ['user'] as const

export const TerminateReason = z.enum(terminateReasons, { error: 'required' })
export const Termination = z.object({
  calcId: z.string(),
  refundAmount: Tenge,
  retainedAmount: Tenge,
  elapsedDays: z.int(),
  totalDays: z.int(),
})
export const TerminationByLines = Termination.extend({
  retainedPercent: z.int(),
  lines: z.array(
    z.object({
      kind: z.enum(['premium', 'ogpo_plus']),
      paid: Tenge,
      retained: Tenge,
      refund: Tenge,
    }),
  ),
  /** The calculation holds till then. */
  expiresAt: Instant,
})
export const calcTerminate = call({
  path: '/api/cabinet/policy/calcTerminate',
  method: 'POST',
  may: client,
  catalogue: true,
  about:
    'First step: the refund by the law’s table, line by line. 14004 with data.registration_number while a car is still registered, whoever owns it: staff end such a policy, by a document.',
  body: z.strictObject({ globalId: GlobalId, terminateReason: TerminateReason }),
  reply: answer(TerminationByLines),
})
export const sendTerminateCode = call({
  path: '/api/cabinet/policy/sendTerminateCode',
  method: 'POST',
  may: client,
  about: 'Sends the client the code that confirms a termination.',
  body: z.strictObject({ calcId: Uuid }),
  reply: answer(CodeSent),
})

export const TerminationReply = z.object({
  /**
   * `accepted`: we are reporting it to the unified database; `done`: ended, the refund is on its
   * way.
   */
  state: z.enum(['accepted', 'done']),
  kind: z.enum(['terminate', 'cancel']),
  refundAmount: Tenge,
  refunds: z.array(
    z.object({
      amount: Tenge,
      /** `due`: on its way; `done`: sent; `failed`: with staff, who need another way or details. */
      state: z.enum(refundStates),
      way: RefundWayField,
      at: Instant,
      doneAt: Instant.nullable(),
    }),
  ),
})
export const terminate = call({
  path: '/api/cabinet/policy/terminate',
  method: 'POST',
  may: client,
  catalogue: true,
  about:
    'Second step, confirmed by the code from SMS. Idempotent by calcId; another refundAmount than the server’s is refused with 14017.',
  body: z.strictObject({
    globalId: GlobalId,
    terminateReason: TerminateReason,
    calcId: Uuid,
    refundAmount: Whole,
    code: Pin,
  }),
  reply: answer(TerminationReply),
})
export const cancel = call({
  path: '/api/cabinet/policy/cancel',
  method: 'POST',
  may: client,
  catalogue: true,
  about:
    'Cancels a policy on the day of its issue and before its start; the whole sum goes back. Too late: 14005.',
  body: z.strictObject({ globalId: GlobalId }),
  reply: answer(TerminationReply),
})
export const terminationStatus = call({
  path: '/api/cabinet/policy/endingStatus',
  method: 'POST',
  may: client,
  about: 'How a termination or cancelling and its refund stand.',
  body: z.strictObject({ globalId: GlobalId }),
  reply: answer(TerminationReply),
})

export const PaymentCard = z.object({
  id: z.string(),
  /** As the acquirer masks it: `4400-00XX-XXXX-0001`. */
  card_hash: z.string(),
  /** `1` or true marks the active card (specification, section 3). Ours says `1`. */
  active: z.union([z.enum(['1', '0']), z.boolean()]),
  /** `2029-08`. */
  valid_to: z.string(),
})
export const getCards = call({
  path: '/api/cabinet/card/getCards',
  method: 'GET',
  may: client,
  about: 'The client’s bound cards, the newest first.',
  body: z.strictObject({}),
  reply: answerWith({ cards: z.array(PaymentCard) }),
})
export const addCard = call({
  path: '/api/cabinet/card/addCard',
  method: 'POST',
  may: client,
  about:
    'Opens the acquirer’s page where the client gives a card; it comes back to /account?tab=cards.',
  body: z.strictObject({}),
  reply: answerWith({ redirect_url: z.string(), message: z.string() }),
})
export const changeActiveCard = call({
  path: '/api/cabinet/card/changeActiveCard',
  method: 'POST',
  may: client,
  about: 'Makes one card the active one.',
  body: z.strictObject({ id: Uuid }),
  reply: answerWith({ message: z.string() }),
})
export const deleteCard = call({
  path: '/api/cabinet/card/deleteCard',
  method: 'POST',
  may: client,
  about:
    'Removes a card here and at the acquirer; deleting the active one makes the newest other active.',
  body: z.strictObject({ id: Uuid }),
  reply: answerWith({ message: z.string() }),
})

export const wallets = call({
  path: '/api/policy/ogpo/wallets',
  method: 'POST',
  may: ['purchase', 'user', 'order'],
  about:
    'Where an own policy is put into the wallet of a phone, in the language asked for: a file of ours for Apple, a link of Google. Null where that wallet’s keys are not set, or the policy is over. 404 for anybody else.',
  body: z.strictObject({ globalId: GlobalId }),
  reply: answer(z.object({ apple: z.string().nullable(), google: z.url().nullable() })),
})
