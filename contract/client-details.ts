import { z } from 'zod'
import { locales } from '#domain/locale.ts'
import { answer, call, done } from './call.ts'
import { CabinetUser } from './client-account.ts'
import { Day, Instant } from './fields.ts'

/** What a client changes of their own: contacts, reminders, the data we hold. */
const client = ['user'] as const

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
      /** The number, the mailbox: it takes nothing from us and has to be mended. */
      unreachable: z.array(z.enum(['sms', 'mail'])),
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
    'Takes the request to delete the client’s data, and says till when the law makes us keep some of it.',
  body: z.strictObject({}),
  reply: answer(z.object({ askedAt: Instant, keptUntil: Day.nullable(), message: z.string() })),
})
