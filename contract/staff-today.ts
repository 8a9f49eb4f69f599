import { z } from 'zod'
import { dueGroups } from '#domain/due.ts'
import { mailReplyMax, replyWays, waitsFor } from '#domain/inbox.ts'
import { locales } from '#domain/locale.ts'
import { LocalizedText } from '#domain/localized-text.ts'
import { settlements } from '#domain/ogpo/tariff-sale.ts'
import { findingsOf, refusedSteps } from '#domain/refused-sale.ts'
import { needs } from '#domain/waiting.ts'
import { answer, call, done } from './call.ts'
import { CaseNotes } from './desk-notes.ts'
import { Day, Instant, maybeWritten, Tenge, Uuid, written } from './fields.ts'
import { Obstacle } from './staff-orders.ts'

/** Items waiting at one desk, and those overdue or due today. At most a thousand. */
const Count = z.object({ all: z.int(), late: z.int() })

export const today = call({
  path: '/api/staff/today',
  method: 'GET',
  may: ['staff'],
  about:
    'What waits for staff at all desks, what breaks next first, each by what is to be done; how much of it, and which outside systems are not well. Of people a surname and an initial, nothing of a match: whoever opens a row is audited there.',
  body: z.strictObject({}),
  reply: answer(
    z.object({
      rows: z.array(
        z.object({
          /** Action to take. */
          act: z.enum([
            ...needs,
            'sign_refund',
            ...(['name_documents', 'decide', 'sign_claim', 'pay'] as const),
            ...([
              'match',
              'sign_list',
              'sign_unblock',
              'answer',
              'call_back',
              'bill',
              'approve_change',
              'enter_tables',
            ] as const),
          ]),
          desk: z.enum(['orders', 'claims', 'kyc', 'inbox', 'reference']),
          /** Id for opening it at the desk; empty if only its list is opened. */
          id: z.string(),
          /** The number people know it by. */
          number: z.string(),
          /**
           * The person concerned, a surname and an initial; empty if there is none, and for a
           * match.
           */
          who: z.string(),
          /** The first car of the order or the claim's policy. */
          plate: z.string().nullable(),
          /** What prevents it, in the reader's words; empty if the act says all. */
          why: z.string(),
          /** Of a paid policy not issued. */
          obstacle: Obstacle.nullable(),
          /**
           * For a match: similarity of the nearest entry of a list; null if nothing is compared.
           */
          likeness: z.number().nullable(),
          amount: Tenge.nullable(),
          /** For a claim: how many of its papers a person has judged, and found fit. */
          papers: z.object({ fit: z.int(), judged: z.int(), all: z.int() }).nullable(),
          since: Instant,
          /**
           * When it becomes overdue: its allowance ends, or its day. Sorted by this, earliest
           * first.
           */
          breaks_at: Instant,
          /** Minutes it may wait, by the reference; null if it has a due day. */
          allowed: z.int().nullable(),
          due: Day.nullable(),
          when: z.enum(dueGroups),
        }),
      ),
      counts: z.object({
        orders: Count,
        claims: Count,
        kyc: Count,
        inbox: Count,
        reference: Count,
      }),
      /** Cases with a note that names the caller, who has not marked it as read. */
      mentions: z.int(),
      at: Instant,
    }),
  ),
})

/**
 * Requests to the contact desk: a message, a wish to be called, an organisation's wish for a bill.
 */
export const ContactRequestKind = z.enum(['message', 'call_back', 'organisation'])

/** Cars an organisation wants insured, and the price it was shown. */
export const OrganisationRequest = z.object({
  bin: z.string(),
  name: z.string(),
  /** Postal address for the bill; empty if e-mail is enough. */
  address: z.string(),
  region: LocalizedText,
  settlement: z.enum(settlements),
  /** Rental, leasing, buses or taxis. */
  carriage: z.boolean(),
  plates: z.array(z.string()),
  groups: z.array(
    z.object({
      vehicleType: z.string(),
      over: z.boolean(),
      count: z.int(),
      each: Tenge,
      sum: Tenge,
    }),
  ),
  total: Tenge,
  /** Version of the tariff tables and the day they were taken for. */
  tables: z.string(),
  day: Day,
})
export type OrganisationRequest = z.infer<typeof OrganisationRequest>

/** Messages and wishes to be called, as the desk answers them. */
const staff = ['staff'] as const

export const InboxState = z.enum(['new', 'in_work', 'answered'])
const WaitsFor = z.enum(waitsFor).nullable()
const InboxMessage = z.object({
  id: Uuid,
  /** The number given to the person. */
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
  /** Who works on it. */
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
    /** Only the caller's own. */
    mine: z.boolean().default(false),
    cursor: z.string().max(100).optional(),
  }),
  reply: answer(
    z.object({
      messages: z.array(
        InboxMessage.extend({
          /** How many of their messages, including this one, are in this state. */
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
    note: maybeWritten().max(1_000).default(''),
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
      /** Channels by which nothing reaches them. */
      unreachable: z.array(Way),
      /** The person's account, if the phone belongs to one. */
      account_id: Uuid.nullable(),
      /** Staff's notes about it, and whom it can be assigned to. */
      notes: CaseNotes,
      templates: z.array(
        z.object({
          code: z.string(),
          name: z.record(z.enum(locales), z.string()),
          /** By channel: a reply mentions an order only where that order's own messages go. */
          text: z.record(Way, z.record(z.enum(locales), z.string())),
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
    text: written().max(mailReplyMax),
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
    /** A staff account; without it the present owner keeps it. */
    to: Uuid.optional(),
    waits_for: WaitsFor.optional(),
  }),
  reply: done,
})

/**
 * One refusal of a sale as the desk reads it; equal ones are one line with a count. `text` is in
 * the reader's language; it names no person.
 */
export const RefusedSale = z.object({
  id: z.string(),
  /** The last time. */
  at: Instant,
  /** Whole days of Almaty since then: 0 is today, 1 yesterday. */
  days_ago: z.int(),
  times: z.int(),
  step: z.enum(refusedSteps),
  sold_by: z.enum(['client', 'promoter']),
  findings: z.array(
    z.object({
      code: z.int(),
      text: z.string(),
      of: z.enum(findingsOf).nullable(),
      /** Which driver or car of the request, from 1. */
      nth: z.int().nullable(),
    }),
  ),
  /** The outside system that did not answer. */
  outside: z.string().nullable(),
  /** Subject in the journal of outgoing calls: the application or calculation. */
  subject: z.string().nullable(),
})
