import { z } from 'zod'
import { purchaseKindsOf } from '#domain/products.ts'
import { cutUnseen } from '#domain/seen-text.ts'
import { answer, answerWith, call, done } from './call.ts'
import { ClientCode } from './consent.ts'
import { Day, Email, GlobalId, Instant, Tenge, TypedPassword, Uuid } from './fields.ts'
import { CalculateBody, Calculation } from './ogpo-calculate.ts'
import { AcceptedTexts, Issued, Ordered } from './ogpo-order.ts'
import { PortalPay } from './pay.ts'

const promoter = ['promoter'] as const

/**
 * The promoter's login: exactly 12 digits; whether it exists stays hidden until the password is
 * right.
 */
export const Login = z
  .string({ error: 'iin' })
  .transform((text) => text.replaceAll(/[\s\p{Cf}]/gu, ''))
  .pipe(z.string().regex(/^\d{12}$/, { error: 'iin' }))

/** Spec section 3, "Promoter user", and what the page needs to know of the session. */
export const PromoterUser = z.object({
  /** The account, a uuid. */
  id: z.string(),
  /** The promoter's 12-digit IIN. */
  login: z.string(),
  role: z.literal('promoter'),
  name: z.string(),
  surname: z.string(),
  /**
   * The session began with the password sent by SMS: only me, logout and changePassword work,
   * everything else is 403.
   */
  password_change_required: z.boolean(),
})

export const login = call({
  path: '/api/promoter/auth/login',
  method: 'POST',
  may: ['everyone'],
  about:
    'Signs a promoter in. 401 for an unknown login and a wrong password alike; 403 with error "password_expired" for a temporary password older than a day; 429 with 13001 after five wrong ones.',
  body: z.strictObject({
    login: Login,
    password: TypedPassword,
  }),
  reply: answerWith({ access_token: z.string(), user: PromoterUser }),
})
export const me = call({
  path: '/api/promoter/auth/me',
  method: 'GET',
  may: promoter,
  about: 'Who is signed in.',
  body: z.strictObject({}),
  reply: answerWith({ user: PromoterUser }),
})
export const logout = call({
  path: '/api/promoter/auth/logout',
  method: 'POST',
  may: promoter,
  about: 'Ends this session.',
  body: z.strictObject({}),
  reply: done,
})
export const forgotPassword = call({
  path: '/api/promoter/auth/forgotPassword',
  method: 'POST',
  may: ['everyone'],
  about:
    'Sends a temporary password to the promoter’s phone. Answers the same, as fast, for an unknown login; 429 with 13000 when asked too often.',
  body: z.strictObject({ login: Login }),
  reply: done,
})
export const changePassword = call({
  path: '/api/promoter/auth/changePassword',
  method: 'POST',
  may: promoter,
  about:
    'Changes the password and ends the promoter’s other sessions. The current one is asked unless the session began with a temporary one.',
  body: z.strictObject({
    current_password: z.string().overwrite(cutUnseen).max(200).optional(),
    password: z.string({ error: 'required' }).max(200),
    password_repeat: z.string({ error: 'required' }).max(200),
  }),
  reply: done,
})

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
/** Content of an order, for its screen and its printed sheet on any device: people masked. */
const Sold = z.object({
  policyholder: z.string(),
  /** Every insured person, the driving policyholder among them. */
  drivers: z.array(z.string()),
  cars: z.array(z.object({ registrationNumber: z.string(), name: z.string() })),
  insurer: z.string(),
  startDate: Day,
  endDate: Day,
  kind: z.enum(purchaseKindsOf.ogpo),
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
        /** They want no calls: their phone is hidden, they give it themselves. */
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
      /** For another's policy: its policyholder's code opens it. */
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
