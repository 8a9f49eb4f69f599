import { z } from 'zod'
import { call, done } from './call.ts'
import { Tenge, Uuid, Whole } from './fields.ts'
import { WayField } from './pay.ts'
import { Signature } from './signatures.ts'
import { declines, SigningReason, withdraws } from './signing-calls.ts'

const staff = ['staff'] as const

/**
 * What giving the money back comes to: the first signs it, the second sees and signs the same.
 * `message` is what the client will read, without its link.
 */
const Facts = z.object({
  amount: Tenge,
  way: WayField,
  /** The payment's phone or card, masked. */
  to: z.string(),
  message: z.string(),
})
/** The facts, null where the money may not be given back; the newest signature under them. */
export const GiveBack = z.object({ facts: Facts.nullable(), signature: Signature.nullable() })

export const ask = call({
  path: '/api/staff/order/giveBack',
  method: 'POST',
  may: staff,
  about:
    'Asks another person to sign that a paid order without a policy is given up and its money goes back: nothing moves before. 14012 when the order is not in a state for it, 14017 when another sum would go back, 14060 when a signature waits already.',
  body: z.strictObject({
    order_id: z.string({ error: 'required' }).trim().min(1, { error: 'required' }).max(40),
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
  body: z.strictObject({ signature_id: Uuid }),
  reply: done,
  catalogue: true,
})
export const decline = declines('/api/staff/order/giveBack/decline')
export const withdraw = withdraws('/api/staff/order/giveBack/withdraw')
