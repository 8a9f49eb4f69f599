import { z } from 'zod'
import { purchaseKinds } from '#domain/products.ts'
import { answer, call } from './call.ts'
import { Instant, Tenge } from './fields.ts'
import { WayField } from './pay.ts'

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
      state: z.enum(['due', 'done', 'failed']),
      at: Instant,
      doneAt: Instant.nullable(),
    }),
  ),
})

/** What the client has bought: receipts of the payments, and which texts were accepted with it. */
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
