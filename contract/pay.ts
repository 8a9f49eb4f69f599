import { z } from 'zod'
import { refundWays, sentWays, type WayName, wayNames } from '#domain/payment-ways.ts'
import { Mobile } from './fields.ts'

/** The wire of how an order is paid: `pay: {system, method, phone?}`; `system` names the way. */
export const WayField = z.enum(wayNames)
export const RefundWayField = z.enum(refundWays)

const members = {
  mobile_bank: z.strictObject({
    system: z.literal('mobile_bank'),
    method: z.literal('bill'),
    /** The payer's phone; the policyholder's when left out. */
    phone: Mobile.optional(),
  }),
  card: z.strictObject({ system: z.literal('card'), method: z.literal('redirect') }),
  epay: z.strictObject({ system: z.literal('epay'), method: z.literal('invoice') }),
} satisfies { [Name in WayName]: z.ZodObject<{ system: z.ZodLiteral<Name> }> }

const oneOf = <Name extends WayName>(names: readonly Name[]) => {
  const [first, ...others] = names.map((name) => members[name])
  if (!first) throw new Error('there is no way to pay')
  return z.discriminatedUnion('system', [first, ...others], { error: 'pay' })
}

export const Pay = oneOf(wayNames)
export type Pay = z.output<typeof Pay>

/** How a promoter's client pays. */
export const PortalPay = oneOf(sentWays)
