import { z } from 'zod'
import { CodeSent } from './cabinet.ts'
import { answer, call, done } from './call.ts'
import { Day, GlobalId, Iin, Instant, Phone, Pin, Uuid, Whole } from './fields.ts'
import { Licence } from './ogpo-calculate.ts'
import { TerminateReason, TerminationByLines, TerminationReply } from './policies.ts'

/** The person of an IIN, on the selling screen. */
const promoter = ['promoter'] as const

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
    /** The policyholder's: must be linked to the IIN. */
    phone: Phone.optional(),
    dateStart: Day.optional(),
  }),
  reply: answer(
    z.object({
      iin: z.string(),
      /** «Айгүл С.»; empty until the person is found. */
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
    TerminationByLines.extend({
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
    refundAmount: Whole,
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

const DraftHead = z.object({
  id: z.string(),
  /** The newer one wins: a save with the same or an older revision changes nothing. */
  revision: z.int(),
  /** Title in the list; the page's own words. */
  title: z.string(),
  savedAt: Instant,
  expiresAt: Instant,
})
export const draftSave = call({
  path: '/api/promoter/draft/save',
  method: 'POST',
  may: promoter,
  about:
    'Keeps an unfinished sale for 24 hours, by the id the device made. Repeating changes nothing; a draft deleted or issued does not come back (`kept: false`).',
  body: z.strictObject({
    id: Uuid,
    revision: Whole,
    title: z.string().max(120).default(''),
    /** operation.applicationId of its calculation: once that is issued, the draft is gone. */
    applicationId: Uuid.nullish(),
    /** The page's own state; at most 200 000 characters as JSON. */
    content: z.record(z.string(), z.unknown()),
  }),
  reply: answer(z.object({ kept: z.boolean(), revision: z.int(), expiresAt: Instant })),
})
export const drafts = call({
  path: '/api/promoter/draft/list',
  method: 'POST',
  may: promoter,
  about: 'The promoter’s drafts, the newest first.',
  body: z.strictObject({}),
  reply: answer(
    z.object({
      drafts: z.array(
        DraftHead.extend({
          /** «Chrome, Android»: the other device that typed or opened it last; null: this one. */
          elsewhere: z.string().nullable(),
          /** Who handed it over. */
          from: z.string().nullable(),
        }),
      ),
    }),
  ),
})
export const draftGet = call({
  path: '/api/promoter/draft/get',
  method: 'POST',
  may: promoter,
  about: 'One draft whole.',
  body: z.strictObject({ id: Uuid }),
  reply: answer(DraftHead.extend({ content: z.record(z.string(), z.unknown()) })),
})
export const draftDelete = call({
  path: '/api/promoter/draft/delete',
  method: 'POST',
  may: promoter,
  about: 'Deletes a draft; a save that was on its way does not bring it back.',
  body: z.strictObject({ id: Uuid }),
  reply: done,
})
export const colleagues = call({
  path: '/api/promoter/draft/colleagues',
  method: 'POST',
  may: promoter,
  about: 'The promoters that an unfinished sale can be handed to.',
  body: z.strictObject({}),
  reply: answer(z.object({ colleagues: z.array(z.object({ id: z.string(), name: z.string() })) })),
})
export const draftGive = call({
  path: '/api/promoter/draft/give',
  method: 'POST',
  may: promoter,
  catalogue: true,
  about:
    'Hands an unfinished sale to a colleague: it leaves this promoter and stands among the colleague’s drafts, without its calculation. 14139 while a bill of it waits. Audited.',
  body: z.strictObject({ id: Uuid, to: Uuid }),
  reply: done,
})
