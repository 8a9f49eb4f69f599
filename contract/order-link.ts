import { z } from 'zod'
import { answer, call } from './call.ts'
import { CodeSent } from './client-account.ts'
import { Email, GlobalId, Instant, Phone, Pin, Uuid } from './fields.ts'
import { AcceptedTexts } from './ogpo-order.ts'

/** The random key of an order, as its link carries it. */
const Key = z.strictObject({ key: z.string().min(20).max(64) })
/** «•• 22»: where the code goes. */
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
