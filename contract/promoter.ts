import { z } from 'zod'
import { answer, call } from './call.ts'
import { ClientCode } from './client-proof.ts'
import { Day, Email, GlobalId, Instant, Tenge, Uuid } from './fields.ts'
import { CalculateBody, Calculation } from './ogpo-calculate.ts'
import { AcceptedTexts, Ordered } from './ogpo-order.ts'
import { Issued } from './ogpo-progress.ts'
import { PortalPay } from './pay.ts'
import { Login } from './promoter-login.ts'

const promoter = ['promoter'] as const

export const calculate = call({
  path: '/api/promoter/policy/ogpo/calculate',
  method: 'POST',
  may: promoter,
  catalogue: true,
  goesOn: true,
  about:
    'As the public calculation, for up to 15 drivers and 15 cars, with the position judged (14013 unusable, 12009 within 200 m of a service centre, `data.distance` in metres). Idempotent by operation.applicationId. 14001 while the portal is blocked.',
  body: CalculateBody.extend({
    operation: CalculateBody.shape.operation.extend({
      /**
       * When the position was measured, by the product's clock (`/api/clock`), which is not always
       * the device's. Left out: now.
       */
      dateTime: Instant.optional(),
      /** The promoter's IIN; another than the signed-in one is 403. */
      agentIin: Login.optional(),
      /**
       * Every insured person and the policyholder must have agreed by 1414 (14003 with
       * `data.driver_iin`), as when configuration demands it.
       */
      consentRequired: z.boolean().optional(),
    }),
  }),
  reply: answer(z.object({ calculations: z.array(Calculation).length(1) })),
})

const OrderFields = {
  calculationId: Uuid,
  pay: PortalPay,
  email: Email.optional(),
  accepted: AcceptedTexts.optional(),
  /**
   * «Send again»: withdraws the open bill and sends a new one to the same phone; within 30 s of the
   * last bill it changes nothing.
   */
  sendAgain: z.boolean().optional(),
}
export const order = call({
  path: '/api/promoter/policy/ogpo/order',
  method: 'POST',
  may: promoter,
  catalogue: true,
  about:
    'Turns the quote into an order and sends the bill. The same calculation is the same order; another phone, or sendAgain, opens another attempt. 10301: no wallet on this phone, `data.orderId` stands and another phone may be tried.',
  body: z.strictObject(OrderFields),
  reply: answer(Ordered),
})
export const reorder = call({
  path: '/api/promoter/policy/ogpo/reorder',
  method: 'POST',
  may: promoter,
  catalogue: true,
  about:
    'The same for a reissue: the new policy replaces the one named. 14014 where its policyholder’s code is needed (sendClientCode).',
  body: z.strictObject({ ...OrderFields, globalId: GlobalId }),
  reply: answer(Ordered),
})
/** What an order sells, for its screen and its printed sheet on any device: people masked. */
const Sold = z.object({
  policyholder: z.string(),
  /** Every insured person, the driving policyholder among them. */
  drivers: z.array(z.string()),
  cars: z.array(z.object({ registrationNumber: z.string(), name: z.string() })),
  insurer: z.string(),
  startDate: Day,
  endDate: Day,
  kind: z.enum(['new', 'prolong', 'reissue']),
  /** The sums of a reissue, as its calculation gave them. */
  reissue: Calculation.pick({
    total_amount: true,
    remaining_amount: true,
    surcharge_sum: true,
    refund_sum: true,
  }).nullable(),
})
export const checkOrderSet = call({
  path: '/api/promoter/policy/ogpo/checkOrderSet',
  method: 'POST',
  may: promoter,
  about:
    'The state of the issue of an own sale and what it sells; when issued, the policy’s number and papers. `key` opens the result page on any device.',
  body: z.strictObject({ orderId: z.string().max(40) }),
  reply: answer(Issued.extend({ key: z.string(), sale: Sold })),
})

export const getPolicy = call({
  path: '/api/promoter/policy/ogpo/getPolicy',
  method: 'POST',
  may: promoter,
  catalogue: true,
  goesOn: true,
  about:
    'Any policy by its Global ID, with what a renewal or reissue is filled in from. Of one that this promoter did not sell, IINs, phone, licences and privileges are masked till proveClient. Each look is in the audit log.',
  body: z.strictObject({ globalId: GlobalId }),
  reply: answer(
    z.object({
      globalId: z.string(),
      /** In force or about to be: may be reissued. */
      isInsured: z.boolean(),
      state: z.string(),
      dateStart: Day,
      dateEnd: Day,
      premium: Tenge,
      insurer: z.string().nullable(),
      seasonal: z.boolean(),
      period: z.int(),
      insurant: z.object({
        iin: z.string(),
        phone: z.string(),
        name: z.string(),
        willDrive: z.boolean(),
        privilege: z.boolean(),
        /** They asked not to be called: their phone is not shown, they tell it themselves. */
        noCalls: z.boolean().optional(),
      }),
      insureds: z.array(
        z.object({
          iin: z.string(),
          driverLicenseNumber: z.string(),
          name: z.string(),
          privilege: z.boolean(),
        }),
      ),
      cars: z.array(
        z.object({ registrationNumber: z.string(), techPassport: z.string(), name: z.string() }),
      ),
      /**
       * The first start a renewal may have: the later of tomorrow and the day after the end. Null:
       * still more than 90 days off, see prolongFrom.
       */
      prolongStart: Day.nullable(),
      /** The first day on which it may be renewed, when that is still to come. */
      prolongFrom: Day.nullable(),
      /**
       * Sold by the promoter who asks: may be terminated without the policyholder's code, and
       * cancelled.
       */
      own: z.boolean(),
      /** Of a policy that is not: what its policyholder's code opens. */
      clientCode: ClientCode.nullable(),
      may: z.object({
        reissue: z.boolean(),
        prolong: z.boolean(),
        terminate: z.boolean(),
        cancel: z.boolean(),
      }),
    }),
  ),
})
