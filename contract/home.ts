import { z } from 'zod'
import { answer, call, done } from './call.ts'
import { Day, Instant, maybeWritten, Tenge, Uuid, Whole } from './fields.ts'

const client = ['user'] as const
const AddressCode = z
  .string({ error: 'address' })
  .regex(/^\d{16}$/, { error: 'address' })
  .meta({ description: 'РКА, sixteen digits', example: '0200010001000000' })

export const HomePlan = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  insurance_amount: Tenge,
  interior_finishing: Tenge,
  neighbour_compensation: Tenge,
  /** Tenge per month. */
  price_per_month: Tenge,
})
export const HomeAddress = z.object({
  code: z.string(),
  text: z.string(),
  /** A building with flats: one of them is to be named. */ flats: z.boolean(),
})

export const homePlans = call({
  path: '/api/policy/home/plans',
  method: 'POST',
  may: client,
  about:
    'The Home plans of today, with the client’s registered address where the registers give one.',
  body: z.strictObject({}),
  reply: answer(z.object({ plans: z.array(HomePlan), registered: HomeAddress.nullable() })),
})

export const homeCalculate = call({
  path: '/api/policy/home/calculate',
  method: 'POST',
  may: client,
  catalogue: true,
  goesOn: true,
  about:
    'Who, which home, which plan: the price of a month and the billing dates. Holds till the end of the day.',
  body: z.strictObject({ address: AddressCode, planId: Whole.positive() }),
  reply: answer(
    z.object({
      calculationId: z.string(),
      plan: HomePlan,
      address: z.object({ code: z.string(), text: z.string() }),
      insurer: z.string(),
      premium: Tenge,
      broker_premium: Tenge,
      /** If it is paid today. */
      nextBillingOn: Day,
      protectionWithinHours: z.int(),
      expiresAt: Instant,
      /** How the client accepts the documents: by the pay button, or by a tick beside it, too. */
      acceptance: z.enum(['button', 'tick']),
    }),
  ),
})

/**
 * Versions of the texts shown beside the pay button. The first order of a calculation needs them; a
 * repeated payment does not, the client has already accepted.
 */
export const AcceptedHomeTexts = z.strictObject({
  homeTerms: z.string().max(20),
  personalData: z.string().max(20),
  commission: z.string().max(20),
})
export const homeOrder = call({
  path: '/api/policy/home/order',
  method: 'POST',
  may: client,
  catalogue: true,
  about:
    'Subscribes. The first payment is made on the acquirer’s page and keeps the card for the monthly ones. Idempotent by calculationId.',
  body: z.strictObject({
    calculationId: Uuid,
    pay: z.strictObject({ system: z.literal('card') }),
    accepted: AcceptedHomeTexts.optional(),
  }),
  reply: answer(
    z.object({ orderId: z.string(), state: z.string(), redirect_url: z.string().optional() }),
  ),
})

const File = z.object({ uuid: z.string(), size: z.int() })
export const homeCheckOrderSet = call({
  path: '/api/policy/home/checkOrderSet',
  method: 'POST',
  may: client,
  about:
    'How a subscription stands: `waiting` for payment, being registered, or issued with the exact time its protection begins.',
  body: z.strictObject({ orderId: z.string().min(1).max(60) }),
  reply: answer(
    z.object({
      status: z.enum(['waiting', 'issuing', 'retrying', 'issued', 'failed']),
      /** While waiting: how the last try to pay ended. */
      payment: z.enum(['awaiting', 'rejected', 'expired', 'paid', 'refunding', 'refunded']),
      attempts: z.int(),
      nextAttemptAt: Instant.nullable(),
      error: z.object({ code: z.int(), message: z.string() }).nullable(),
      calculationId: z.string(),
      premium: Tenge,
      address: z.string(),
      redirect_url: z.string().nullable(),
      globalId: z.string().optional(),
      startDate: Day.optional(),
      endDate: Day.optional(),
      protectionFrom: Instant.optional(),
      nextBillingOn: Day.nullable().optional(),
      files: z.object({ policy: File }).partial().optional(),
    }),
  ),
})

export const cancelHomeSubscribe = call({
  path: '/api/cabinet/policy/cancelHomeSubscribe',
  method: 'POST',
  may: client,
  catalogue: true,
  about:
    'Cancels a Home subscription: nothing is charged any more, the cover stays until the paid period’s end. A repeat changes nothing.',
  body: z.strictObject({ order_id: z.string().min(1).max(60) }),
  reply: done,
})

export const addressSuggest = call({
  path: '/api/address/suggest',
  method: 'POST',
  may: ['everyone'],
  about:
    'Addresses of the address register that fit what has been typed; with `building` the flats of that building.',
  body: z.strictObject({ text: maybeWritten().max(120), building: AddressCode.optional() }),
  reply: answer(z.array(HomeAddress)),
})
export const addressByCode = call({
  path: '/api/address/byCode',
  method: 'POST',
  may: ['everyone'],
  about: 'The address of a code of the address register.',
  body: z.strictObject({ code: AddressCode }),
  reply: answer(HomeAddress),
})

/** Fields of the Home card in the cabinet beside the policy's own (spec sections 2 and 3). */
export const HomeOfPolicy = z.object({
  address: z.string(),
  plan: z.string(),
  insurance_amount: Tenge,
  interior_finishing: Tenge,
  neighbour_compensation: Tenge,
  monthly_payment: Tenge,
  /** The day the card is charged next; null when nothing will be charged any more. */
  billing_date: Day.nullable(),
  protection_from: Instant,
  /** The last day that is paid for. */
  paid_until: Day,
  /** Days to the start or to the next billing. */
  countdown: z.object({ to: z.enum(['start', 'billing']), days: z.int() }).nullable(),
  renewal: z.enum(['on', 'declined', 'no_card', 'cancelled', 'not_renewed']),
})
