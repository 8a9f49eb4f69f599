import { z } from 'zod'
import { answer, call, done } from './call.ts'
import { Day, Email, GlobalId, Iin, Instant, Licence, Phone, Plate, TechPassport, Tenge, Uuid } from './fields.ts'

const buyers = ['purchase', 'user', 'promoter'] as const

/** One car × one driver, with the field names and codes of the tariff file's golden cases. */
export const EstimateBody = z.strictObject({
  region: z.string().max(30),
  settlement: z.enum(['CITY', 'OTHER']),
  vehicleType: z.string().max(30),
  insuredKind: z.enum(['NATURAL', 'LEGAL']).default('NATURAL'),
  age: z.int().min(16).max(110),
  experienceYears: z.int().min(0).max(95),
  vehicleAgeYears: z.int().min(0).max(120),
  bonusMalus: z.strictObject({ kind: z.string().max(40), class: z.string().max(3) }),
})
export const Factor = z.object({
  code: z.string(),
  value: z.string(),
  because: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})

export const estimate = call({
  path: '/api/policy/ogpo/estimate',
  method: 'POST',
  may: ['everyone'],
  catalogue: true,
  about: 'The law’s price of one car with one driver; nothing personal is asked or kept.',
  body: EstimateBody,
  reply: answer(z.object({ premium: Tenge, factors: z.array(Factor) })),
})

export const clock = call({
  path: '/api/clock',
  method: 'GET',
  may: ['everyone'],
  about: 'The product’s day in Almaty, and whether it is a demonstration that sells on another day than today.',
  body: z.strictObject({}),
  reply: answer(z.object({ now: Instant, today: Day, demonstration: z.boolean(), shifted: z.boolean() })),
})

export const Insurer = z.object({
  code: z.string(),
  name: z.object({ kz: z.string(), ru: z.string() }),
  commissionPercent: z.string(),
  acceptsBadScoring: z.boolean(),
})
export const ogpoOptions = call({
  path: '/api/policy/ogpo/options',
  method: 'POST',
  may: buyers,
  about: 'What can be chosen today: insurers with the broker’s commission, OGPO+, the texts to accept, whether the position is asked.',
  body: z.strictObject({}),
  reply: answer(
    z.object({
      today: Day,
      insurers: z.array(Insurer),
      ogpoPlus: z.object({ payout: Tenge, premium: Tenge, sample: z.boolean() }).nullable(),
      textVersions: z.object({ terms: z.string(), personalData: z.string(), commission: z.string(), ogpoPlus: z.string() }),
      positionRequired: z.boolean(),
      /** The buyer as the token proves it. */
      buyer: z
        .object({
          iin: z.string(),
          phone: z.string(),
          name: z.string().nullable(),
          email: z.string().nullable(),
          /** Proved by the government sign-in. */
          egov: z.boolean(),
        })
        .nullable(),
    }),
  ),
})

/** What the calculator shows beside a plate: enough to recognise the car. */
export const vehicle = call({
  path: '/api/policy/ogpo/vehicle',
  method: 'POST',
  may: buyers,
  catalogue: true,
  about: 'The car by its plate and technical passport.',
  body: z.strictObject({ registrationNumber: Plate, techPassport: TechPassport }),
  reply: answer(
    z.object({
      registrationNumber: z.string(),
      techPassport: z.string(),
      make: z.string(),
      model: z.string(),
      year: z.int(),
      type: z.string(),
      region: z.string(),
      settlement: z.enum(['CITY', 'OTHER']),
    }),
  ),
})

/** What the calculator shows beside a driver's IIN; the name is masked unless it is the buyer. */
export const driver = call({
  path: '/api/policy/ogpo/driver',
  method: 'POST',
  may: buyers,
  catalogue: true,
  about: 'The driver by IIN: masked name, whether a licence was found, the bonus-malus class.',
  body: z.strictObject({ iin: Iin, driverLicenseNumber: Licence.optional(), dateStart: Day.optional() }),
  reply: answer(
    z.object({
      iin: z.string(),
      name: z.string(),
      licenceFound: z.boolean(),
      experienceYears: z.int().nullable(),
      bonusMalusClass: z.string().nullable(),
      firstContract: z.boolean(),
    }),
  ),
})

/** Degrees, and metres of accuracy. */
export const Position = {
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  accuracy: z.number().min(0).max(100_000),
}
export const variants = ['d1c1', 'd5c1', 'd10c1', 'd1c10', 'd10c10'] as const

export const CalculateBody = z.strictObject({
  drivers: z
    .array(z.strictObject({ iin: Iin, driverLicenseNumber: Licence.optional(), privilege: z.boolean().default(false) }))
    .max(15, { error: 'too_many_drivers' }),
  vehicles: z
    .array(z.strictObject({ registrationNumber: Plate, techPassport: TechPassport }))
    .min(1, { error: 'no_cars' })
    .max(15, { error: 'too_many_cars' }),
  insurant: z.strictObject({ iin: Iin, phone: Phone, willDrive: z.boolean(), privilege: z.boolean().default(false) }),
  operation: z.strictObject({
    applicationId: Uuid,
    dateTime: Instant.optional(),
    agentIin: Iin.optional(),
    latitude: Position.latitude.optional(),
    longitude: Position.longitude.optional(),
    accuracy: Position.accuracy.optional(),
  }),
  order: z.strictObject({
    dateStart: Day,
    period: z.int({ error: 'months_not_allowed' }).min(1, { error: 'months_not_allowed' }).max(12, { error: 'months_not_allowed' }),
    reorderGlobalId: GlobalId.optional(),
    prolongGlobalId: GlobalId.optional(),
    insurer: z.string().max(40).optional(),
    ogpoPlus: z.boolean().optional(),
    seasonal: z.boolean().optional(),
    variant: z.enum(variants).optional(),
  }),
})

export const PriceLine = z.object({ iin: z.string(), name: z.string(), premium: Tenge, factors: z.array(Factor) })
/** A renewal beside the policy it follows: the premium then, the difference, and which coefficients moved on the line that decides a car. */
export const SinceLast = z.object({
  premium: Tenge,
  difference: z.int(),
  changes: z.array(z.object({ registrationNumber: z.string(), before: Factor.nullable(), now: Factor.nullable() })),
  other_cars: z.boolean(),
  other_driver: z.boolean(),
})
export const Calculation = z.object({
  calculationId: z.string(),
  draft_id: z.string(),
  premium: Tenge,
  insurance_premium: Tenge,
  broker_premium: Tenge,
  ogpo_plus_premium: Tenge,
  refund_sum: Tenge,
  surcharge_sum: Tenge,
  remaining_amount: Tenge,
  total_amount: Tenge,
  date_start: Day,
  date_end: Day,
  valid_until: Instant,
  insurer: Insurer,
  tables_version: z.string(),
  price_kind: z.enum(['standard', 'complex', 'many']),
  cars: z.array(
    z.object({ registrationNumber: z.string(), makeModel: z.string(), premium: Tenge, decisiveIin: z.string(), lines: z.array(PriceLine) }),
  ),
  warnings: z.array(
    z.object({
      kind: z.enum(['overlap', 'gap']),
      registrationNumber: z.string(),
      globalId: z.string(),
      days: z.int(),
      start: Day,
      end: Day,
    }),
  ),
  /** Only of a renewal of a policy of ours. */
  since_last: SinceLast.optional(),
})

export const calculate = call({
  path: '/api/policy/ogpo/calculate',
  method: 'POST',
  may: ['purchase', 'user'],
  catalogue: true,
  about:
    'Checks everyone and every car, prices by the law’s tariff and keeps the quote till the end of the day. Idempotent by operation.applicationId.',
  body: CalculateBody,
  reply: answer(z.object({ calculations: z.array(Calculation).length(1) })),
})

export const Pay = z.discriminatedUnion(
  'system',
  [
    z.strictObject({ system: z.literal('mobile_bank'), method: z.literal('bill'), phone: Phone.optional() }),
    z.strictObject({ system: z.literal('card'), method: z.literal('redirect') }),
  ],
  { error: 'pay' },
)
export const Ordered = z.object({
  orderId: z.string(),
  /** Opens the result page on any device; shows the state of this one order and nothing personal. */
  key: z.string(),
  state: z.string(),
  redirect_url: z.string().optional(),
})
/** The versions of the texts the client has accepted. */
export const AcceptedTexts = z.strictObject({
  terms: z.string().max(20),
  personalData: z.string().max(20),
  commission: z.string().max(20),
  ogpoPlus: z.string().max(20).optional(),
})
const OrderFields = {
  calculationId: Uuid,
  pay: Pay,
  email: Email.optional(),
  accepted: AcceptedTexts.optional(),
  /** Sold on the pages of the government sign-in; counts only for a session begun by it. */
  flow: z.literal('egov').optional(),
}
export const order = call({
  path: '/api/policy/ogpo/order',
  method: 'POST',
  may: ['purchase', 'user'],
  catalogue: true,
  about:
    'Turns the quote into an order and asks for the money. The same calculation is the same order; another `pay` opens another attempt.',
  body: z.strictObject(OrderFields),
  reply: answer(Ordered),
})
export const reorder = call({
  path: '/api/policy/ogpo/reorder',
  method: 'POST',
  may: ['purchase', 'user'],
  catalogue: true,
  about: 'The same for a reissue: the new policy replaces the one named.',
  body: z.strictObject({ ...OrderFields, globalId: GlobalId }),
  reply: answer(Ordered),
})

const OrderId = z.strictObject({ orderId: z.string().max(40) })
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
  files: z.object({ policy: File, covernote: File, slip: File, applicantForm: File }).partial().optional(),
  checkUrl: z.string().optional(),
})
export const checkOrderSet = call({
  path: '/api/policy/ogpo/checkOrderSet',
  method: 'POST',
  may: ['purchase', 'user'],
  about: 'The state of the issue; when issued, the policy’s number and papers.',
  body: OrderId,
  reply: answer(Issued),
})

/** What the result page shows of an order to whoever holds its key: states and times, no names, no papers. */
export const OrderProgress = z.object({
  state: z.string(),
  paid: PaidStatus,
  set: SetStatus,
  amount: Tenge,
  attempts: z.int(),
  nextAttemptAt: Instant.nullable(),
  pay: z
    .object({ system: z.string(), phone: z.string().nullable(), redirect_url: z.string().nullable(), expiresAt: Instant.nullable() })
    .nullable(),
  events: z.array(z.object({ kind: z.string(), at: Instant })),
  globalIdTail: z.string().nullable(),
  /** What a cheaper reissue gives back: `due` on its way, `failed` in the hands of staff. */
  refund: z.object({ amount: Tenge, state: z.enum(['due', 'done', 'failed']), at: Instant.nullable() }).nullable(),
})
export const orderProgress = call({
  path: '/api/policy/ogpo/orderProgress',
  method: 'POST',
  may: ['everyone'],
  about: 'The progress of the order with this random key.',
  body: z.strictObject({ key: z.string().min(20).max(64) }),
  reply: answer(OrderProgress),
})

export const cancelOrder = call({
  path: '/api/policy/ogpo/cancelOrder',
  method: 'POST',
  may: buyers,
  about: 'Cancels an order that is not paid.',
  body: OrderId,
  reply: done,
})
export const sendPapers = call({
  path: '/api/policy/ogpo/sendPapers',
  method: 'POST',
  may: buyers,
  about: 'Sends the SMS and the e-mail with the papers once more.',
  body: OrderId,
  reply: done,
})
export const changeEmail = call({
  path: '/api/policy/ogpo/changeEmail',
  method: 'POST',
  may: buyers,
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
      insurant: z.object({ iin: z.string(), phone: z.string(), email: z.string().nullable(), name: z.string(), willDrive: z.boolean() }),
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
      cars: z.array(z.object({ registrationNumber: z.string(), techPassport: z.string(), name: z.string() })),
    }),
  ),
})
