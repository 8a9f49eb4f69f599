import { z } from 'zod'
import { accessActions } from '#domain/data-access.ts'
import { locales } from '#domain/locale.ts'
import { cutUnseen } from '#domain/seen-text.ts'
import { CabinetUser, CodeSent } from './cabinet.ts'
import { answer, call, done } from './call.ts'
import { Day, Email, Instant, Phone, Pin, Uuid, written } from './fields.ts'

/** A new address or phone of a client, proved by a code. */
const client = ['user'] as const

export const changeEmail = call({
  path: '/api/cabinet/user/changeEmail',
  method: 'POST',
  may: client,
  about:
    'Sends a code to the new e-mail; it holds after confirmEmail. Without a sign-in by code or e-ID of just now another code goes to the phone: then `phone` is its end.',
  body: z.strictObject({ email: Email }),
  reply: answer(CodeSent.extend({ phone: z.string().optional() })),
})
export const confirmEmail = call({
  path: '/api/cabinet/user/confirmEmail',
  method: 'POST',
  may: client,
  about:
    'The code from the letter makes the e-mail the client’s own. `phone_code`: from the SMS, where changeEmail sent one; 422 on it when wrong.',
  body: z.strictObject({ email: Email, code: Pin, phone_code: Pin.optional() }),
  reply: done,
})
export const changePhone = call({
  path: '/api/cabinet/user/changePhone',
  method: 'POST',
  may: client,
  about:
    'Sends a code to the new phone, which must be linked to the IIN (14002); it holds after confirmPhone.',
  body: z.strictObject({ phone: Phone }),
  reply: answer(CodeSent),
})
export const confirmPhone = call({
  path: '/api/cabinet/user/confirmPhone',
  method: 'POST',
  may: client,
  about: 'The code from the SMS makes the phone the client’s own.',
  body: z.strictObject({ phone: Phone, code: Pin }),
  reply: done,
})

export const sessions = call({
  path: '/api/cabinet/auth/sessions',
  method: 'GET',
  may: client,
  about: 'The client’s open sessions with device and time, the newest use first.',
  body: z.strictObject({}),
  reply: answer(
    z.array(
      z.object({
        id: z.string(),
        /** As the browser named itself, shortened: `Chrome, Windows`. */
        device: z.string(),
        began_by: z.enum(['password', 'temporary', 'code', 'egov']),
        createdAt: Instant,
        lastUsedAt: Instant,
        current: z.boolean(),
      }),
    ),
  ),
})
export const endSession = call({
  path: '/api/cabinet/auth/endSession',
  method: 'POST',
  may: client,
  about: 'Ends one of the client’s sessions.',
  body: z.strictObject({ id: Uuid }),
  reply: done,
})
export const logoutEverywhere = call({
  path: '/api/cabinet/auth/logoutEverywhere',
  method: 'POST',
  may: client,
  about: 'Ends every session of the client, this one too.',
  body: z.strictObject({}),
  reply: done,
})

/** Data of a client that one person viewed on one day. */
export const LookLine = z.object({
  role: z.enum(['staff', 'promoter']),
  /** Surname and first letter; empty for an account that is gone. */
  name: z.string(),
  saw: z.array(z.enum(accessActions)),
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
      /**
       * The claimant; the document and the day of birth can be revealed on the client's page alone.
       */
      claim_id: written().max(40).optional(),
      /** The sale's policyholder: the IIN, and the phone that the sale’s messages go to. */
      order_id: written().max(40).optional(),
      what: z.enum(['iin', 'phone', 'document', 'birth']),
    })
    .refine(
      (of) =>
        [of.account_id, of.case_id, of.claim_id, of.order_id].filter((id) => id !== undefined)
          .length === 1,
      { error: 'required', path: ['account_id'] },
    ),
  reply: answer(z.object({ value: z.string(), seconds: z.int() })),
})

/** Changes of sign-in data, and "it was not me". */
const NotMeKey = z.string({ error: 'required' }).regex(/^[\w-]{20,64}$/, { error: 'invalid' })

export const accountHistory = call({
  path: '/api/cabinet/auth/history',
  method: 'GET',
  may: ['user'],
  about: 'What changed of how the account is entered, the newest first: never a number or address.',
  body: z.strictObject({}),
  reply: answer(
    z.array(
      z.object({
        id: z.string(),
        at: Instant,
        what: z.string(),
        device: z.string(),
        by: z.enum(['owner', 'staff', 'promoter']),
      }),
    ),
  ),
})
export const notMeRead = call({
  path: '/api/account/notMe/read',
  method: 'POST',
  may: ['everyone'],
  about:
    'What the link of a message about a change is about, and whether it works: used, or older than a week, it does nothing. 404 for an unknown key.',
  body: z.strictObject({ key: NotMeKey }),
  reply: answer(
    z.object({
      what: z.string(),
      at: Instant,
      phone: z.string().nullable(),
      state: z.enum(['works', 'used', 'old']),
    }),
  ),
})
export const notMe = call({
  path: '/api/account/notMe/end',
  method: 'POST',
  may: ['everyone'],
  about:
    'Ends every session of the account and both its passwords, and sends a code to the phone as it was before the change.',
  body: z.strictObject({ key: NotMeKey }),
  reply: answer(CodeSent.extend({ phone: z.string() }).nullable()),
})
export const notMePassword = call({
  path: '/api/account/notMe/password',
  method: 'POST',
  may: ['everyone'],
  about:
    'By the code to the phone as it was: sets a new password and gives back phone and e-mail. Signs nobody in.',
  body: z.strictObject({
    key: NotMeKey,
    code: Pin,
    password: z.string({ error: 'required' }).max(200),
    password_repeat: z.string({ error: 'required' }).max(200),
  }),
  reply: done,
})

export const getMe = call({
  path: '/api/cabinet/user/getMe',
  method: 'GET',
  may: client,
  about: 'What we hold about the client.',
  body: z.strictObject({}),
  reply: answer(
    z.object({
      ...CabinetUser.shape,
      birthDate: Day.nullable(),
      document: z
        .object({ type: z.string(), number: z.string(), issueDate: Day.nullable() })
        .nullable(),
      resident: z.boolean().nullable(),
      emailConfirmed: z.boolean(),
      /** The number, the mailbox: it refuses our messages and needs correction. */
      unreachable: z.array(z.enum(['sms', 'mail'])),
      /** Orders whose letters go to another mailbox that takes none: `ogpoChangeEmail` mends each. */
      refusedMailboxes: z.array(
        z.object({ orderId: z.string(), number: z.string(), email: z.string() }),
      ),
      language: z.enum(locales),
      since: Instant,
      /** Reminders before the end of a policy, by SMS and e-mail. */
      reminders: z.boolean(),
      /** Promoters may call about a policy that ends. */
      calls: z.boolean(),
      deletionAskedAt: Instant.nullable(),
    }),
  ),
})
export const setReminders = call({
  path: '/api/cabinet/user/setReminders',
  method: 'POST',
  may: client,
  about: 'Switches the reminders 30, 14, 7, 3 and 1 days before the end of a policy on or off.',
  body: z.strictObject({ on: z.boolean() }),
  reply: done,
})
export const setCalls = call({
  path: '/api/cabinet/user/setCalls',
  method: 'POST',
  may: client,
  about:
    'Whether promoters may call the client about a policy that ends; they may unless it is set.',
  body: z.strictObject({ on: z.boolean() }),
  reply: done,
})
export const exportMine = call({
  path: '/api/cabinet/user/export',
  method: 'GET',
  may: client,
  about: 'Everything we hold about the client, to take away.',
  body: z.strictObject({}),
  reply: answer(z.object({ madeAt: Instant, content: z.record(z.string(), z.unknown()) })),
})
export const askDeletion = call({
  path: '/api/cabinet/user/askDeletion',
  method: 'POST',
  may: client,
  about:
    'Takes the request to delete the client’s data, and says till when the law makes us keep some of it. Ten minutes after a sign-in it names the current password (422 on it); without one the client signs in again. The client’s phone and e-mail are told.',
  body: z.strictObject({
    current_password: z.string().overwrite(cutUnseen).max(200).optional(),
  }),
  reply: answer(z.object({ askedAt: Instant, keptUntil: Day.nullable(), message: z.string() })),
})
