import { z } from 'zod'
import { lookActions } from '#domain/looks.ts'
import { answer, call } from './call.ts'
import { Instant, Uuid } from './fields.ts'

/** What one person saw of a client on one day. */
export const LookLine = z.object({
  role: z.enum(['staff', 'promoter']),
  /** Surname and first letter; empty for an account that is gone. */
  name: z.string(),
  saw: z.array(z.enum(lookActions)),
  at: Instant,
})

export const myLooks = call({
  path: '/api/cabinet/user/looks',
  method: 'GET',
  may: ['user'],
  about: 'Who looked at the client’s data at a desk or as a promoter, the newest first.',
  body: z.strictObject({}),
  reply: answer(z.array(LookLine)),
})

export const reveal = call({
  path: '/api/staff/client/reveal',
  method: 'POST',
  may: ['staff', 'accountant'],
  about:
    'One number of a person in full, named by their account, a case of KYC, a claim or a sale, to be shown for a minute. An accountant asks for the IIN of a sale alone. The look is audited, and the client sees it in their list.',
  body: z
    .strictObject({
      account_id: Uuid.optional(),
      /** A case of KYC; its IIN alone. */
      case_id: Uuid.optional(),
      /** Whoever claims; the document is the client's page's alone. */
      claim_id: z.string().trim().min(1).max(40).optional(),
      /** Whose contract a sale is: the IIN, and the phone that the sale’s messages go to. */
      order_id: z.string().trim().min(1).max(40).optional(),
      what: z.enum(['iin', 'phone', 'document']),
    })
    .refine(
      (of) =>
        [of.account_id, of.case_id, of.claim_id, of.order_id].filter((id) => id !== undefined)
          .length === 1,
      { error: 'required', path: ['account_id'] },
    ),
  reply: answer(z.object({ value: z.string(), seconds: z.int() })),
})
