import { z } from 'zod'
import { locales } from '#domain/locale.ts'
import { answer, call, done } from './call.ts'
import { LookLine } from './client-data.ts'
import { CaseNotes } from './desk-notes.ts'
import { Day, Email, Instant, Tenge, Uuid } from './fields.ts'
import { WayField } from './pay.ts'
import { RefusedSale } from './staff-today.ts'

const staff = ['staff'] as const

const MessageLine = z.object({
  id: z.string(),
  kind: z.enum(['sms', 'mail']),
  purpose: z.string(),
  at: Instant,
  sent_at: Instant.nullable(),
})
/** Numbers are masked; `reveal` returns one in full. */
const ClientPage = z.object({
  account_id: Uuid,
  name: z.string(),
  iin: z.string(),
  role: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  email_confirmed: z.boolean(),
  /** The number, the mailbox: the gateway reported it permanently unreachable. */
  unreachable: z.array(z.enum(['sms', 'mail'])),
  language: z.enum(locales),
  since: Instant,
  blocked: z.boolean(),
  deletion_asked_at: Instant.nullable(),
  /** As much of the birth date as the masked IIN shows. */
  birth: z.string().nullable(),
  document: z
    .object({ type: z.string(), number: z.string(), issueDate: Day.nullable() })
    .nullable(),
  resident: z.boolean().nullable(),
  kyc: z.enum(['blocked', 'unblocked']).nullable(),
  policies: z.array(
    z.object({
      global_id: z.string(),
      state: z.string(),
      plates: z.array(z.string()),
      /** Make, model and year of the first car; empty for a home. */
      car: z.string(),
      insurer: z.string(),
      start: Day,
      end: Day,
      premium: Tenge,
      order_id: z.string().nullable(),
    }),
  ),
  orders: z.array(
    z.object({
      order_id: z.string(),
      number: z.string(),
      state: z.string(),
      channel: z.string(),
      amount: Tenge,
      email: z.string().nullable(),
      at: Instant,
    }),
  ),
  payments: z.array(
    z.object({
      id: z.string(),
      order_id: z.string(),
      system: WayField,
      amount: Tenge,
      state: z.string(),
      at: Instant,
    }),
  ),
  refunds: z.array(
    z.object({
      id: z.string(),
      order_id: z.string(),
      amount: Tenge,
      state: z.string(),
      at: Instant,
      done_at: Instant.nullable(),
    }),
  ),
  consents: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      state: z.string(),
      channel: z.string(),
      text_version: z.string(),
      at: Instant,
      valid_until: Instant.nullable(),
    }),
  ),
  claims: z.array(
    z.object({ claim_id: z.string(), state: z.string(), damage_type: z.string(), at: Instant }),
  ),
  messages: z.array(MessageLine),
  /** Why sales to them were refused, the newest first, 90 days back. */
  refused: z.array(RefusedSale),
  /** Sums of the payments, refunds and sales shown. */
  money: z.object({ paid: Tenge, returned: Tenge, returning: Tenge, waiting: Tenge }),
  /** Views of the client's data: the client has the same list. */
  looks: z.array(LookLine),
  notes: CaseNotes,
})
export const client = call({
  path: '/api/staff/client',
  method: 'POST',
  may: staff,
  about:
    'Everything about one client: person, account, policies, orders, why sales were refused, payments, consents, claims, messages, notes. The look is audited.',
  body: z.strictObject({ account_id: Uuid }),
  reply: answer(ClientPage),
})

export const sendPolicyDocuments = call({
  path: '/api/staff/client/sendPapers',
  method: 'POST',
  may: staff,
  about: 'Sends the SMS and the letter with the papers of an issued order once more.',
  body: z.strictObject({ order_id: z.string().max(40) }),
  reply: done,
})
export const setEmail = call({
  path: '/api/staff/client/setEmail',
  method: 'POST',
  may: staff,
  about:
    'Corrects the e-mail of the client, and of one order, whose papers then go there. It is the client’s own when they confirm it. 14092 for whoever works at a desk: they change it themselves.',
  body: z.strictObject({ account_id: Uuid, email: Email, order_id: z.string().max(40).optional() }),
  reply: done,
})
