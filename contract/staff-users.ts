import { z } from 'zod'
import { staffRoles } from '#domain/staff-roles.ts'
import { answer, call, done } from './call.ts'
import {
  Iin,
  Instant,
  knownNames,
  Mobile,
  maybeWritten,
  typedNames,
  Uuid,
  written,
} from './fields.ts'

const administrator = ['administrator'] as const

export const StaffRole = z.enum(staffRoles, { error: 'required' })
const User = z.object({
  id: z.string(),
  iin: z.string(),
  ...knownNames,
  role: StaffRole,
  administrator: z.boolean(),
  phone: z.string().nullable(),
  blockedAt: Instant.nullable(),
  blockedReason: z.string().nullable(),
  /** `none`: never signed in with a password; `temporary`: one was sent by SMS; `own`. */
  password: z.enum(['none', 'temporary', 'own']),
  sessions: z.int(),
  lastUsedAt: Instant.nullable(),
  createdAt: Instant,
  /** The calling administrator: acts forbidden on oneself are not offered. */
  me: z.boolean(),
  /**
   * Made or changed, and not yet confirmed by an administrator who is not among the authors: until
   * then it is no second person to them in two-person acts. `by`: their names; `upTo`: the last of
   * those acts, to be sent back; `mayConfirm`: whether the caller may.
   */
  confirmation: z
    .object({ by: z.array(z.string()), upTo: z.string(), mayConfirm: z.boolean() })
    .nullable(),
})
export type StaffUser = z.infer<typeof User>

export const list = call({
  path: '/api/staff/users',
  method: 'GET',
  may: administrator,
  about:
    'Promoters, accountants and staff by name, a hundred a page; `text` looks in names, IIN and phone; `id` is one of them.',
  body: z.strictObject({
    role: StaffRole.optional(),
    state: z.enum(['open', 'blocked']).optional(),
    text: maybeWritten().max(60).optional(),
    /** The one user that is opened. */
    id: Uuid.optional(),
    cursor: z.string().max(600).optional(),
  }),
  reply: answer(z.object({ users: z.array(User), total: z.int(), next: z.string().nullable() })),
})
export const create = call({
  path: '/api/staff/users/create',
  method: 'POST',
  may: administrator,
  about:
    'A new promoter, accountant or staff member; a temporary password goes to the phone by SMS. A client becomes one with the same IIN and phone. 14072 when there is one already, 14073 when the phone is another person’s.',
  body: z.strictObject({
    role: StaffRole,
    administrator: z.boolean().optional(),
    iin: Iin,
    ...typedNames,
    phone: Mobile,
  }),
  reply: answer(
    z.object({
      id: z.string(),
      /** False: the SMS gateway did not take it; send a new one. */ passwordSent: z.boolean(),
    }),
  ),
})
export const block = call({
  path: '/api/staff/users/block',
  method: 'POST',
  may: administrator,
  about:
    'Blocks a user at once everywhere: every session ends. 14074 for oneself, 14075 for the last administrator.',
  body: z.strictObject({
    id: Uuid,
    reason: written(5, 'reason').max(300, { error: 'invalid' }),
  }),
  reply: done,
})
export const unblock = call({
  path: '/api/staff/users/unblock',
  method: 'POST',
  may: administrator,
  about: 'Lets a blocked user sign in again.',
  body: z.strictObject({ id: Uuid }),
  reply: done,
})
export const setRole = call({
  path: '/api/staff/users/setRole',
  method: 'POST',
  may: administrator,
  about:
    'Changes the role of staff and accountants; `user` makes them an ordinary client again. Their sessions end. 14076: a promoter’s account stays a promoter’s.',
  body: z.strictObject({
    id: Uuid,
    role: z.enum(['accountant', 'staff', 'user'], { error: 'required' }),
    administrator: z.boolean().optional(),
  }),
  reply: done,
})
export const resetPassword = call({
  path: '/api/staff/users/resetPassword',
  method: 'POST',
  may: administrator,
  about:
    'Sends a new temporary password by SMS and ends the sessions; the old password works no more.',
  body: z.strictObject({ id: Uuid }),
  reply: done,
})
export const confirm = call({
  path: '/api/staff/users/confirm',
  method: 'POST',
  may: administrator,
  about:
    'Confirms that the account is the person’s own, up to the act that was looked at: from now on they count as another person in two-person acts. 14091 for whoever made the account or was made by the same, 14074 for oneself, 14060 when it has changed since or waits for nothing.',
  body: z.strictObject({ id: Uuid, upTo: z.string().regex(/^\d{1,18}$/, { error: 'invalid' }) }),
  reply: done,
})
export const endSessions = call({
  path: '/api/staff/users/endSessions',
  method: 'POST',
  may: administrator,
  about: 'Ends every session of a user.',
  body: z.strictObject({ id: Uuid }),
  reply: answer(z.object({ ended: z.int() })),
})
