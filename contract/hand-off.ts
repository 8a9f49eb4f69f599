import { z } from 'zod'
import { LocalizedText } from '#domain/localized-text.ts'
import { purchaseKindsOf } from '#domain/products.ts'
import { answer, call, done } from './call.ts'
import { Day, Email, Iin, Instant, Phone, Pin, Tenge, Uuid } from './fields.ts'
import { Plate, TechPassport } from './ogpo-calculate.ts'
import { AcceptedTexts, Ordered } from './ogpo-order.ts'
import { Pay, WayField } from './pay.ts'

const promoter = ['promoter'] as const

const HandOffKey = z
  .string({ error: 'required' })
  .min(20, { error: 'required' })
  .max(64, { error: 'required' })
const HandOffState = z.enum(['open', 'seen', 'consented', 'ordered', 'expired'])
export const handOffCreate = call({
  path: '/api/promoter/handoff/create',
  method: 'POST',
  may: promoter,
  about:
    'Hands an own quote to the client: `url` is the address to show as a QR code, the public page /handoff?key={key}. The same quote is the same key; it holds for 30 minutes after the calculation.',
  body: z.strictObject({ calculationId: Uuid, email: Email.optional() }),
  reply: answer(z.object({ key: z.string(), url: z.string(), expiresAt: Instant })),
})
export const handOffStatus = call({
  path: '/api/promoter/handoff/status',
  method: 'POST',
  may: promoter,
  about:
    'How far the client is; with `order`, follow it by checkOrderPaid, checkOrderSet and orderEvents.',
  body: z.strictObject({ calculationId: Uuid }),
  reply: answer(
    z.object({
      state: HandOffState,
      expiresAt: Instant,
      order: z.object({ orderId: z.string(), key: z.string() }).nullable(),
    }),
  ),
})
export const handOffRead = call({
  path: '/api/handoff/read',
  method: 'POST',
  may: ['everyone'],
  about:
    'What the holder of the key sees of the quote before agreeing: names and phone masked. 404 for an unknown key.',
  body: z.strictObject({ key: HandOffKey }),
  reply: answer(
    z.object({
      state: HandOffState,
      expiresAt: Instant,
      kind: z.enum(purchaseKindsOf.ogpo),
      insurer: z.object({
        code: z.string(),
        name: LocalizedText,
        commissionPercent: z.string(),
      }),
      policyholder: z.string(),
      /** «•• 01»: phone the code is sent to. */
      phone: z.string(),
      drivers: z.array(z.object({ name: z.string() })),
      cars: z.array(z.object({ registrationNumber: z.string(), name: z.string(), premium: Tenge })),
      dateStart: Day,
      dateEnd: Day,
      period: z.int(),
      insurancePremium: Tenge,
      ogpoPlusPremium: Tenge,
      brokerPremium: Tenge,
      /** For a reissue; else 0. */
      remainingAmount: Tenge,
      refundSum: Tenge,
      /** Amount due now. */
      toPay: Tenge,
      /** The ways to pay that are offered. */
      ways: z.array(WayField),
      textVersions: z.object({
        terms: z.string(),
        personalData: z.string(),
        commission: z.string(),
        ogpoPlus: z.string(),
      }),
      /** Ordered: the result page takes over. */
      orderKey: z.string().nullable(),
    }),
  ),
})
export const handOffSendCode = call({
  path: '/api/handoff/sendCode',
  method: 'POST',
  may: ['everyone'],
  about: 'Sends the policyholder of the quote their own code by SMS, to the phone of the quote.',
  body: z.strictObject({ key: HandOffKey }),
  reply: answer(z.object({ resendAfter: Instant, expiresAt: Instant, resendInSeconds: z.int() })),
})
export const handOffConfirm = call({
  path: '/api/handoff/confirm',
  method: 'POST',
  may: ['everyone'],
  about: 'The code is the client’s consent and opens a token that may only buy, for two hours.',
  body: z.strictObject({ key: HandOffKey, otp_code: Pin }),
  reply: answer(z.object({ token: z.string(), expiresAt: Instant })),
})
export const handOffOrder = call({
  path: '/api/handoff/order',
  method: 'POST',
  may: ['purchase', 'user'],
  catalogue: true,
  about:
    'The policyholder orders and pays the quote handed over; repeating with another `pay` opens another attempt. 404 for anybody else.',
  body: z.strictObject({
    key: HandOffKey,
    pay: Pay,
    email: Email.optional(),
    accepted: AcceptedTexts.optional(),
  }),
  reply: answer(Ordered),
})

const FormState = z.enum(['open', 'seen', 'sent', 'expired'])
/** What a client typed; '' for an empty field. */
export const ClientTyped = z.object({
  iin: z.string().default(''),
  phone: z.string().default(''),
  plate: z.string().default(''),
  techPassport: z.string().default(''),
  email: z.string().default(''),
})
export const clientFormCreate = call({
  path: '/api/promoter/handoff/formCreate',
  method: 'POST',
  may: promoter,
  about:
    'A form for the client’s own phone: `url` is the address to show as a QR code, the public page /handoff?form={key}. It takes data for 30 minutes.',
  body: z.strictObject({}),
  reply: answer(z.object({ id: z.string(), url: z.string(), expiresAt: Instant })),
})
export const clientFormStatus = call({
  path: '/api/promoter/handoff/formStatus',
  method: 'POST',
  may: promoter,
  about: 'How far the client is with a form of this promoter, and what they typed. Kept for a day.',
  body: z.strictObject({ id: Uuid }),
  reply: answer(z.object({ state: FormState, expiresAt: Instant, typed: ClientTyped.nullable() })),
})
export const clientFormDelete = call({
  path: '/api/promoter/handoff/formDelete',
  method: 'POST',
  may: promoter,
  about: 'The promoter has taken what the client typed, or does not want it: nothing of it stays.',
  body: z.strictObject({ id: Uuid }),
  reply: done,
})
export const clientFormRead = call({
  path: '/api/handoff/formRead',
  method: 'POST',
  may: ['everyone'],
  about: 'Whose form the key opens, and whether it still takes data. 404 for an unknown key.',
  body: z.strictObject({ key: HandOffKey }),
  reply: answer(z.object({ state: FormState, promoter: z.string() })),
})
export const clientFormSend = call({
  path: '/api/handoff/formSend',
  method: 'POST',
  may: ['everyone'],
  about:
    'What the client typed goes to the promoter’s sheet, where it is looked over before it is used. Sent again it takes the place of what was sent. 404 for an unknown key and after its 30 minutes.',
  body: z.strictObject({
    key: HandOffKey,
    iin: Iin.optional(),
    phone: Phone.optional(),
    plate: Plate.optional(),
    techPassport: TechPassport.optional(),
    email: Email.optional(),
  }),
  reply: done,
})
