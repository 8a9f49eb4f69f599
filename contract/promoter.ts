import { z } from 'zod'
import { TerminateReason, Termination, TerminationReply } from './cabinet.ts'
import { answer, call } from './call.ts'
import { CodeSent } from './client-account.ts'
import { ClientCode } from './client-proof.ts'
import { Day, Email, GlobalId, Iin, Instant, Licence, Phone, Pin, Tenge, Uuid } from './fields.ts'
import { CalculateBody, Calculation } from './ogpo.ts'
import { AcceptedTexts, Issued, Ordered } from './ogpo-order.ts'
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

const PortalPay = z.strictObject(
  {
    system: z.literal('mobile_bank'),
    method: z.literal('bill'),
    /** The payer's phone; the policyholder's when left out. */
    phone: Phone.optional(),
  },
  { error: 'pay' },
)
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

/**
 * The row of an IIN on the selling screen. All flags come with `success: true`: one row's mistake
 * stops no other.
 */
export const person = call({
  path: '/api/promoter/policy/ogpo/person',
  method: 'POST',
  may: promoter,
  catalogue: true,
  goesOn: true,
  about:
    'A person for a row of the selling screen: short name, residence, document, licence and the flags of what is wrong. Each look is in the audit log.',
  body: z.strictObject({
    iin: Iin,
    /**
     * As insured person: asks for the licence and the age of a driver. Without it the
     * policyholder's rules hold.
     */
    drives: z.boolean().default(true),
    driverLicenseNumber: Licence.optional(),
    /** Of the policyholder: must be linked to the IIN. */
    phone: Phone.optional(),
    dateStart: Day.optional(),
  }),
  reply: answer(
    z.object({
      iin: z.string(),
      /** «Айгүл С.»; empty while nobody was found. */
      name: z.string(),
      resident: z.boolean().nullable(),
      documentValid: z.boolean().nullable(),
      driverLicenseNumber: z.string().nullable(),
      licenceValidTo: Day.nullable(),
      /** At least, by the day of the licence. */
      experienceYears: z.int().nullable(),
      /** The licence does not prove two years and there may be more: the driver declares it. */
      experienceAsked: z.boolean(),
      bonusMalusClass: z.string().nullable(),
      firstContract: z.boolean(),
      /** Spec section 3, flags of a driver; `down`: a register did not answer, ask again. */
      notFound: z.boolean(),
      notResident: z.boolean(),
      noEsbd: z.boolean(),
      noLicense: z.boolean(),
      noPersonCertificate: z.boolean(),
      underAge: z.boolean(),
      phoneNotLinked: z.boolean(),
      down: z.boolean(),
      /** The same as refusals with words, the first one first; empty: may be insured. */
      findings: z.array(
        z.object({ code: z.int(), message: z.string(), reason: z.string().optional() }),
      ),
    }),
  ),
})

export const calcTerminate = call({
  path: '/api/promoter/policy/ogpo/calcTerminate',
  method: 'POST',
  may: promoter,
  catalogue: true,
  about:
    'First step: the refund by the law’s table, line by line. 14004 with data.registration_number while a car is still registered.',
  body: z.strictObject({ globalId: GlobalId, terminateReason: TerminateReason }),
  reply: answer(
    Termination.extend({
      retainedPercent: z.int(),
      lines: z.array(
        z.object({
          kind: z.enum(['premium', 'ogpo_plus']),
          paid: Tenge,
          retained: Tenge,
          refund: Tenge,
        }),
      ),
      /** The calculation holds till then. */
      expiresAt: Instant,
      /** The second step needs the policyholder's code from SMS: not an own sale. */
      codeRequired: z.boolean(),
      /** `died`: the second step is taken by our staff with the heirs (14021). */
      byStaff: z.boolean(),
    }),
  ),
})
export const sendTerminateCode = call({
  path: '/api/promoter/policy/ogpo/sendTerminateCode',
  method: 'POST',
  may: promoter,
  about: 'Sends the policyholder the code that confirms a termination.',
  body: z.strictObject({ calcId: Uuid }),
  reply: answer(CodeSent.extend({ phone: z.string().meta({ description: 'masked: •• 01' }) })),
})
export const terminate = call({
  path: '/api/promoter/policy/ogpo/terminate',
  method: 'POST',
  may: promoter,
  catalogue: true,
  about:
    'Second step. Idempotent by calcId; another refundAmount than the server’s is refused with 14017, a missing or wrong code with 14014, `died` with 14021.',
  body: z.strictObject({
    globalId: GlobalId,
    terminateReason: TerminateReason,
    calcId: Uuid,
    refundAmount: Tenge,
    code: Pin.optional(),
  }),
  reply: answer(TerminationReply),
})
export const cancel = call({
  path: '/api/promoter/policy/ogpo/cancel',
  method: 'POST',
  may: promoter,
  catalogue: true,
  about:
    'Cancels a policy of an own sale on the day of its issue and before its start; the whole sum goes back. Too late: 14005. A reissue of another’s sale: 14014 till its policyholder’s code is given (sendClientCode).',
  body: z.strictObject({ globalId: GlobalId }),
  reply: answer(TerminationReply),
})
export const terminationStatus = call({
  path: '/api/promoter/policy/ogpo/endingStatus',
  method: 'POST',
  may: promoter,
  about:
    'How a termination or cancelling, begun by this promoter or of an own sale, and its refund stand.',
  body: z.strictObject({ globalId: GlobalId }),
  reply: answer(TerminationReply),
})
