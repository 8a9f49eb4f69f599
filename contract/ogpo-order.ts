import { z } from 'zod'
import { refundStates } from '#domain/contract/facts.ts'
import { locales } from '#domain/locale.ts'
import { saleSteps, saleVerdictKinds, stepStates, tones } from '#domain/sale-steps.ts'
import { CodeSent } from './cabinet.ts'
import { answer, call, done } from './call.ts'
import { Day, Email, GlobalId, Instant, Phone, Pin, Tenge, Uuid } from './fields.ts'
import { Pay, WayField } from './pay.ts'

const buyers = ['purchase', 'user', 'promoter'] as const
/** Callers of what an order's link allows, once its code was entered. */
const withLink = [...buyers, 'order'] as const

export const Ordered = z.object({
  orderId: z.string(),
  /**
   * Opens the result page on any device; shows the state of this one order and nothing personal.
   */
  key: z.string(),
  state: z.string(),
  redirect_url: z.string().optional(),
})
/**
 * The versions of the texts the client has accepted. Without `personalData` the order keeps the
 * version of the consent it rests on: the buyer agreed by the code, in the cabinet or by e-ID.
 */
export const AcceptedTexts = z.strictObject({
  terms: z.string().max(20),
  personalData: z.string().max(20).optional(),
  commission: z.string().max(20),
  ogpoPlus: z.string().max(20).optional(),
})
const OrderFields = {
  calculationId: Uuid,
  pay: Pay,
  email: Email.optional(),
  accepted: AcceptedTexts.optional(),
  /**
   * Another bill though one may be on the phone: what a client chooses who was answered 14010 with
   * `data.reason` `bill_unclear`.
   */
  sendAgain: z.boolean().optional(),
  /** Sold on the pages of the government sign-in; counts only for a session begun by it. */
  flow: z.literal('egov').optional(),
}
export const order = call({
  path: '/api/policy/ogpo/order',
  method: 'POST',
  may: ['purchase', 'user', 'order'],
  catalogue: true,
  about:
    'Turns the quote into an order and asks for the money. The same calculation is the same order; another `pay` opens another attempt. 14010 with `data.reason` `bill_unclear`: the bank did not say whether the bill was sent; nothing more is sent to that phone for a day without `sendAgain`. Unpaid orders of the same buyer, car and days are cancelled by it; 14125 while one of them is paid and its policy on its way, 14006 where a policy was issued since the calculation.',
  body: z.strictObject(OrderFields),
  reply: answer(Ordered),
})
export const reorder = call({
  path: '/api/policy/ogpo/reorder',
  method: 'POST',
  may: ['purchase', 'user', 'order'],
  catalogue: true,
  about: 'The same for a reissue: the new policy replaces the one named.',
  body: z.strictObject({ ...OrderFields, globalId: GlobalId }),
  reply: answer(Ordered),
})

export const OrderId = z.strictObject({ orderId: z.string().max(40) })

export const cancelOrder = call({
  path: '/api/policy/ogpo/cancelOrder',
  method: 'POST',
  may: withLink,
  about: 'Cancels an order that is not paid.',
  body: OrderId,
  reply: done,
})
export const sendPolicyDocuments = call({
  path: '/api/policy/ogpo/sendPapers',
  method: 'POST',
  may: withLink,
  about: 'Sends the SMS and the e-mail with the papers once more.',
  body: OrderId,
  reply: done,
})
export const changeEmail = call({
  path: '/api/policy/ogpo/changeEmail',
  method: 'POST',
  may: withLink,
  about: 'Corrects a mistyped e-mail of the order; the papers go to the new address.',
  body: z.strictObject({ orderId: z.string().max(40), email: Email }),
  reply: done,
})

export const getPolicy = call({
  path: '/api/policy/ogpo/getPolicy',
  method: 'POST',
  may: ['purchase', 'user'],
  catalogue: true,
  about: 'The buyer’s own policy, to renew or reissue it.',
  body: z.strictObject({ globalId: GlobalId }),
  reply: answer(
    z.object({
      globalId: z.string(),
      isInsured: z.boolean(),
      dateStart: Day,
      dateEnd: Day,
      premium: Tenge,
      insurer: z.string().nullable(),
      seasonal: z.boolean(),
      period: z.int(),
      insurant: z.object({
        iin: z.string(),
        phone: z.string(),
        email: z.string().nullable(),
        name: z.string(),
        willDrive: z.boolean(),
      }),
      insureds: z.array(
        z.object({
          iin: z.string(),
          driverLicenseNumber: z.string(),
          name: z.string(),
          privilege: z.boolean(),
          /** Their consent to register queries is valid today: no new one is needed. */
          consented: z.boolean(),
        }),
      ),
      cars: z.array(
        z.object({ registrationNumber: z.string(), techPassport: z.string(), name: z.string() }),
      ),
    }),
  ),
})

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
  /** On the pass: the cars and the policyholder. */
  cars: z.array(z.object({ registrationNumber: z.string(), name: z.string() })).optional(),
  insurer: z.string().optional(),
  /** Owner and price: only after the buyer has proved who they are, never for an opened link. */
  policyholder: z.string().optional(),
  amount: z.int().optional(),
  /** The order's mailbox takes no mail: the buyer mends it. */
  mailRefused: z.boolean().optional(),
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

/**
 * What the result page shows of an order to the bearer of its key: states and times, no names, no
 * papers.
 */
export const OrderProgress = z.object({
  state: z.string(),
  paid: PaidStatus,
  set: SetStatus,
  amount: Tenge,
  attempts: z.int(),
  nextAttemptAt: Instant.nullable(),
  pay: z
    .object({
      system: WayField,
      phone: z.string().nullable(),
      redirect_url: z.string().nullable(),
      /** Opens the bank’s application with this bill; null if the bank gave no such link. */
      link: z.string().nullable(),
      expiresAt: Instant.nullable(),
      /** The bank did not say whether the bill was sent: it may be on the phone. */
      unclear: z.boolean(),
    })
    .nullable(),
  /** The ways to pay that are offered. */
  ways: z.array(WayField),
  /** `payment.…`: of an attempt by `system`. */
  events: z.array(z.object({ kind: z.string(), at: Instant, system: WayField.optional() })),
  /** The refund of a cheaper reissue: `due` on its way, `failed` left to staff. */
  refund: z
    .object({ amount: Tenge, state: z.enum(refundStates), at: Instant.nullable() })
    .nullable(),
})
export const orderProgress = call({
  path: '/api/policy/ogpo/orderProgress',
  method: 'POST',
  may: ['everyone'],
  about: 'The progress of the order with this random key.',
  body: z.strictObject({ key: z.string().min(20).max(64) }),
  reply: answer(OrderProgress),
})

/** The random key of an order, as its link carries it. */
const Key = z.strictObject({ key: z.string().min(20).max(64) })
/** «•• 22»: phone the code is sent to. */
const Masked = z.string().meta({ description: 'masked: •• 22' })

export const orderLink = call({
  path: '/api/policy/ogpo/orderLink',
  method: 'POST',
  may: ['everyone'],
  about:
    'Where the code goes that opens the order with this random key on another device; null when its phone is not known any more.',
  body: Key,
  reply: answer(z.object({ phone: Masked.nullable() })),
})
export const orderSendCode = call({
  path: '/api/policy/ogpo/orderSendCode',
  method: 'POST',
  may: ['everyone'],
  about:
    'Sends the code to the phone of the order, to no other. 14007 where its phone is not known any more.',
  body: Key,
  reply: answer(CodeSent.extend({ phone: Masked })),
})
export const orderOpen = call({
  path: '/api/policy/ogpo/orderOpen',
  method: 'POST',
  may: ['everyone'],
  about:
    'The right code answers a token of this one order, for two hours: its state, papers, payment and e-mail, and nothing else. 14014 for a wrong code.',
  body: Key.extend({ code: Pin }),
  reply: answer(z.object({ token: z.string(), expiresAt: Instant })),
})
export const ownOrder = call({
  path: '/api/policy/ogpo/ownOrder',
  method: 'POST',
  may: ['purchase', 'user', 'order'],
  about:
    'What its buyer needs to go on with the order of this random key: to pay another way and to fetch the papers. 404 for anybody else.',
  body: Key,
  reply: answer(
    z.object({
      orderId: z.string(),
      calculationId: Uuid,
      accepted: AcceptedTexts,
      email: Email.nullable(),
      phone: Phone,
      /** The policy a reissue replaces. */
      reissue: GlobalId.nullable(),
    }),
  ),
})

/** Subject of a sale, for a telephone call; numbers are masked (`reveal`). */
export const About = z.object({
  /** Null after an erasure. `drives`: among the insured drivers. */
  holder: z.object({ name: z.string(), iin: z.string(), drives: z.boolean() }).nullable(),
  /** The other drivers. */
  drivers: z.array(z.object({ name: z.string(), iin: z.string() })),
  cars: z.array(z.object({ plate: z.string(), name: z.string(), year: z.int().nullable() })),
  /** Address of a home. */
  address: z.string().nullable(),
  phone: z.string().nullable(),
  language: z.enum(locales),
  /** The policyholder's account page; null if they have no cabinet. */
  account_id: Uuid.nullable(),
  /** Policies and claims that the policyholder has with us. */
  has: z.object({ policies: z.int(), claims: z.int() }),
  /**
   * Result of the list checks for all people of the sale, the gravest of them, and when it was
   * checked.
   */
  lists: z.object({ state: z.enum(['clear', 'blocked', 'unblocked']), at: Instant }),
})

const Waiting = z.object({ count: z.int(), since: Instant.nullable() })

/** Whether we can sell, and the gravest fault alone. */
export const Verdict = z.object({
  kind: z.enum(saleVerdictKinds),
  tone: z.enum(['bad', 'now', 'good']),
  /** The step of the sale it is about. */
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
