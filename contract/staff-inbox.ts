import { z } from 'zod'
import { locales } from '#domain/locale.ts'
import { answer, call, done } from './call.ts'
import { ContactRequestKind, OrganisationRequest } from './contact-requests.ts'
import { Instant, Uuid } from './fields.ts'

/** Messages and wishes to be called, as the desk answers them. */
const staff = ['staff'] as const

export const InboxState = z.enum(['new', 'in_work', 'answered'])
export const inbox = call({
  path: '/api/staff/inbox',
  method: 'POST',
  may: staff,
  about:
    'Messages of the contact form, wishes to be called and for a bill, the oldest first where nobody has answered yet.',
  body: z.strictObject({
    state: InboxState.default('new'),
    cursor: z.string().max(100).optional(),
  }),
  reply: answer(
    z.object({
      messages: z.array(
        z.object({
          id: Uuid,
          /** What the person was told. */
          number: z.int(),
          kind: ContactRequestKind,
          /** When they want to be called; without an end as soon as possible. */
          call: z.object({ from: Instant, until: Instant.nullable() }).nullable(),
          organisation: OrganisationRequest.nullable(),
          name: z.string(),
          phone: z.string(),
          email: z.string(),
          text: z.string(),
          language: z.enum(locales),
          state: InboxState,
          note: z.string(),
          by: z.string().nullable(),
          at: Instant,
        }),
      ),
      counts: z.object({ new: z.int(), in_work: z.int(), answered: z.int() }),
      next: z.string().nullable(),
    }),
  ),
})
export const setInbox = call({
  path: '/api/staff/inbox/set',
  method: 'POST',
  may: staff,
  about:
    'Takes a message or marks it answered. `from` is the state that was looked at: 14060 when a colleague was faster.',
  body: z.strictObject({
    id: Uuid,
    from: InboxState,
    to: InboxState,
    note: z.string().trim().max(1_000).default(''),
  }),
  reply: done,
})
