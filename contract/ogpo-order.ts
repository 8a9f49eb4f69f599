import { z } from 'zod'
import { answer, call, done } from './call.ts'
import { Day, Email, GlobalId, Tenge, Uuid } from './fields.ts'
import { Pay } from './pay.ts'

const buyers = ['purchase', 'user', 'promoter'] as const
/** What the link of an order may do, once its code was given. */
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
 * version of the consent it stands on: the buyer agreed by the code, in the cabinet or by e-ID.
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
          /** Their consent to be asked about holds today: it need not be asked again. */
          consented: z.boolean(),
        }),
      ),
      cars: z.array(
        z.object({ registrationNumber: z.string(), techPassport: z.string(), name: z.string() }),
      ),
    }),
  ),
})
