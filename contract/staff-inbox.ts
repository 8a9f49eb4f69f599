import { z } from 'zod'
import { mailReplyMax, replyWays, waitsFor } from '#domain/inbox.ts'
import { locales } from '#domain/locale.ts'
import { answer, call, done } from './call.ts'
import { ContactRequestKind, OrganisationRequest } from './contact-requests.ts'
import { CaseNotes } from './desk-notes.ts'
import { Instant, Uuid } from './fields.ts'

/** Messages and wishes to be called, as the desk answers them. */
const staff = ['staff'] as const

export const InboxState = z.enum(['new', 'in_work', 'answered'])
const WaitsFor = z.enum(waitsFor).nullable()
const InboxMessage = z.object({
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
  /** Who works at it. */
  by: z.string().nullable(),
  waits_for: WaitsFor,
  at: Instant,
})
const Way = z.enum(replyWays)

export const inbox = call({
  path: '/api/staff/inbox',
  method: 'POST',
  may: staff,
  about:
    'Messages of the contact form, wishes to be called and for a bill, the oldest first where nobody has answered yet. What one person wrote (the same phone or mailbox) is one row, in the state of what is least done.',
  body: z.strictObject({
    state: InboxState.default('new'),
    /** Only what is the asker's own. */
    mine: z.boolean().default(false),
    cursor: z.string().max(100).optional(),
  }),
  reply: answer(
    z.object({
      messages: z.array(
        InboxMessage.extend({
          /** How many of their messages, this one with them, stand in this state. */
          together: z.int(),
        }),
      ),
      /** People, as the rows: not their messages. */
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
    'Takes a message or marks it answered, with whatever else the same person wrote that stands in this state. `from` is the state that was looked at: 14060 when a colleague was faster.',
  body: z.strictObject({
    id: Uuid,
    from: InboxState,
    to: InboxState,
    note: z.string().trim().max(1_000).default(''),
  }),
  reply: done,
})

/** Everything of one person's conversation with the contact desk. */
export const thread = call({
  path: '/api/staff/inbox/thread',
  method: 'POST',
  may: staff,
  about:
    'What one person wrote and what they were answered, in the order it came, with whom it can be handed to and the templates of replies in every language.',
  body: z.strictObject({ id: Uuid }),
  reply: answer(
    z.object({
      messages: z.array(InboxMessage),
      replies: z.array(
        z.object({
          id: Uuid,
          /** The message it answers. */
          to: Uuid,
          way: Way,
          address: z.string(),
          text: z.string(),
          by: z.string(),
          at: Instant,
          sent_at: Instant.nullable(),
          /** The number or mailbox takes nothing. */
          refused: z.boolean(),
        }),
      ),
      /** By which ways nothing reaches them. */
      unreachable: z.array(Way),
      /** The person's account, where the phone is one's. */
      account_id: Uuid.nullable(),
      /** What staff said among themselves about it, and with whom it can be left. */
      notes: CaseNotes,
      templates: z.array(
        z.object({
          code: z.string(),
          name: z.record(z.enum(locales), z.string()),
          text: z.record(z.enum(locales), z.string()),
        }),
      ),
    }),
  ),
})

export const reply = call({
  path: '/api/staff/inbox/reply',
  method: 'POST',
  may: staff,
  about:
    'Answers a message by SMS or e-mail and marks all of the person’s open messages answered. It is recorded before it goes; the same key is the same reply. 14121 where the number or mailbox takes nothing.',
  body: z.strictObject({
    /** The key of the form it is written in. */
    key: Uuid,
    id: Uuid,
    way: Way,
    text: z.string().trim().min(1, { error: 'required' }).max(mailReplyMax),
    language: z.enum(locales),
    template: z.string().max(40).optional(),
  }),
  reply: done,
})

export const assign = call({
  path: '/api/staff/inbox/assign',
  method: 'POST',
  may: staff,
  about:
    'Gives the person’s open messages to a colleague or to oneself, and says whom they wait for.',
  body: z.strictObject({
    id: Uuid,
    /** The account of a member of staff; without it whoever has it keeps it. */
    to: Uuid.optional(),
    waits_for: WaitsFor.optional(),
  }),
  reply: done,
})
