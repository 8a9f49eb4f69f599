import { z } from 'zod'
import { productNames, purchaseKinds } from '#domain/products.ts'
import { answer, answerWith, call } from './call.ts'
import { Day, GlobalId, Instant, Tenge, Uuid } from './fields.ts'
import { HomeOfPolicy } from './home.ts'
import { SinceLast } from './ogpo-calculate.ts'
import { WayField } from './pay.ts'

/**
 * What a client has: policies, applications, endings, cards, files. Who the client is:
 * `client-account.ts`.
 */
const client = ['user'] as const

/** Spec section 3, "Cabinet policy", and what the card beside it shows. */
export const CabinetPolicy = z.object({
  order_id: z.string(),
  source: z.string(),
  subscription_active: z.boolean(),
  global_id: z.string(),
  start_date: Day,
  end_date: Day,
  /** What was paid for the policy with OGPO+. */
  amount: Tenge,
  /** The tariff part. */
  premium: Tenge,
  /**
   * What the insurer pays for one case at most: of OGPO by the law's tables of today, and null
   * where there are none; of Home by its plan.
   */
  insured_amount: Tenge.nullable(),
  /** OGPO: the policyholder's name; Home: the address. */
  address_name_policy_holder: z.string(),
  calc_id: z.string(),
  uuid: z.string(),
  policy_type: z.enum(productNames),
  /** A Home subscription's own facts; null for OGPO. */
  home: HomeOfPolicy.nullable(),
  state: z.enum(['pending', 'active', 'ended', 'terminated', 'cancelled', 'replaced']),
  insurer: z.object({ code: z.string(), name: z.string() }),
  cars: z.array(z.object({ registrationNumber: z.string(), name: z.string() })),
  drivers: z.int(),
  ogpo_plus_premium: Tenge,
  verified_at: Instant,
  issued_at: Instant,
  replaced_by: z.string().nullable(),
  /** What the card offers now. Renewal: from 30 days before the end. */
  may: z.object({
    terminate: z.boolean(),
    cancel: z.boolean(),
    renew: z.boolean(),
    add_drivers: z.boolean(),
  }),
})
export const fetchUserPolicies = call({
  path: '/api/cabinet/policy/fetchUserPolicies',
  method: 'POST',
  may: client,
  about:
    'The client’s policies; the cabinet shows active and pending together and the inactive ones six per page.',
  body: z.strictObject({}),
  reply: answer(
    z.object({
      active: z.array(CabinetPolicy),
      pending: z.array(CabinetPolicy),
      inactive: z.array(CabinetPolicy),
    }),
  ),
})

const File = z.object({ uuid: z.string(), size: z.int() })
export const getPolicyFiles = call({
  path: '/api/cabinet/policy/getPolicyFiles',
  method: 'POST',
  may: client,
  about:
    'The papers of an own policy in the language asked, by type; opened at /download-*/{uuid}.',
  body: z.strictObject({ calcId: Uuid, covernoteUuid: Uuid }),
  reply: answer(
    z.object({ policy: File, covernote: File, slip: File, applicantForm: File }).partial(),
  ),
})

export const Application = z.object({
  order_id: z.string(),
  /** Opens the result page: `?order={key}`; of a Home subscription the insurance page. */
  key: z.string(),
  calc_id: z.string(),
  kind: z.enum(purchaseKinds),
  state: z.string(),
  /**
   * `pay`: choose how to pay or pay the open bill; `wait`: we are at it; `refund`: the money is on
   * its way back; `none`: over.
   */
  next_step: z.enum(['pay', 'wait', 'refund', 'none']),
  amount: Tenge,
  /** None of a Home subscription: its protection starts after the payment. */
  start_date: Day.nullable(),
  created_at: Instant,
  cars: z.array(z.object({ registrationNumber: z.string(), name: z.string() })),
  /** Of a Home subscription alone. */
  address: z.string().nullable(),
  pay: z
    .object({
      system: WayField,
      state: z.string(),
      phone: z.string().nullable(),
      redirect_url: z.string().nullable(),
      expiresAt: Instant,
    })
    .nullable(),
})
export const fetchUserOrders = call({
  path: '/api/cabinet/order/fetchUserOrders',
  method: 'POST',
  may: client,
  about:
    'The client’s applications: orders not yet issued, with state and next step, the newest first.',
  body: z.strictObject({}),
  reply: answer(z.array(Application)),
})

/** What another year would cost, from when to when, and why it is not the price of the last. */
export const RenewalPrice = z.object({
  premium: Tenge,
  date_start: Day,
  date_end: Day,
  since_last: SinceLast,
})
export const renewalPrice = call({
  path: '/api/cabinet/policy/renewalPrice',
  method: 'POST',
  may: client,
  catalogue: true,
  about:
    'What a renewal would cost by the facts of the policy that ends and today’s tariff, and why it differs: no register is asked, so the class is the one of that policy. 14007 when the policy is not offered for renewal.',
  body: z.strictObject({ globalId: GlobalId }),
  reply: answer(RenewalPrice),
})

export const fileLink = call({
  path: '/api/cabinet/file/link',
  method: 'POST',
  may: ['user', 'claim'],
  about:
    'A link that opens one of the client’s files once, within a minute. 14087: not scanned for viruses yet, 14088: infected and destroyed.',
  body: z.strictObject({ id: Uuid }),
  reply: answerWith({ url: z.string(), expiresAt: Instant }),
})
