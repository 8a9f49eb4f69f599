import { z } from 'zod'
import { clientNows } from '#domain/client-now.ts'
import { asked, searchKinds } from '#domain/desk-search.ts'
import { answer, call, done } from './call.ts'
import { ClaimState } from './claims.ts'
import { CaseName, DeskNote } from './desk-notes.ts'
import { Day, Instant, Tenge, Uuid, written } from './fields.ts'
import { RefusedSale } from './staff-today.ts'

const desk = ['staff', 'accountant'] as const

/** A person as the search shows them: the number and the phone masked. */
export const MaskedClient = z.object({
  account_id: Uuid,
  name: z.string(),
  iin: z.string(),
  phone: z.string().nullable(),
})
/** Name, plate and four digits, never more; opened by the cabinet or the newest sale. */
const FoundPerson = z.object({
  name: z.string(),
  iin: z.string(),
  plate: z.string().nullable(),
  account_id: Uuid.nullable(),
  order_id: z.string().nullable(),
})
const FoundOrder = z.object({
  order_id: z.string(),
  number: z.string(),
  state: z.string(),
  at: Instant,
  paid_at: Instant.nullable(),
})
const FoundPolicy = z.object({
  global_id: z.string(),
  /** The sale it belongs to; null for a policy that was not sold here. */
  order_id: z.string().nullable(),
  state: z.string(),
  end: Day,
  insurer: z.string(),
})
const FoundClaim = z.object({
  claim_id: z.string(),
  state: ClaimState,
  /** The nearest of the law's days. */
  due: Day.nullable(),
  at: Instant,
})

export const search = call({
  path: '/api/staff/search',
  method: 'POST',
  may: desk,
  about:
    'What a whole number belongs to: IIN, phone, plate, policy, order, claim, payment, invoice, receipt, e-mail; or who has a name, from three letters, five people at most; and the notes of staff it stands in. An accountant finds orders, policies and claims by their numbers alone. What does not exist and what may not be seen are answered alike. Every search is audited by a digest of the number.',
  body: z.strictObject({
    text: z
      .string({ error: 'required' })
      .trim()
      .max(60, { error: 'invalid' })
      .refine((text) => asked(text) !== null, { error: 'whole_number' }),
  }),
  reply: answer(
    z.object({
      kind: z.enum(searchKinds),
      cars: z.array(z.object({ plate: z.string(), name: z.string(), year: z.int().nullable() })),
      clients: z.array(MaskedClient),
      /** People by their name, and those of a number who have no cabinet. */
      people: z.array(FoundPerson),
      /** More people have this name than are listed. */
      more: z.boolean(),
      orders: z.array(FoundOrder),
      policies: z.array(FoundPolicy),
      claims: z.array(FoundClaim),
      /** Why sales to this person or with this car were refused; for staff alone. */
      refused: z.array(RefusedSale),
      /** Notes of staff with the text in them, the newest first; for staff alone. */
      notes: z.array(DeskNote.extend(CaseName.shape)),
    }),
  ),
})

/** `columns.orders`, `views.orders`: the kind of setting and its list. */
const Name = z.string({ error: 'required' }).regex(/^(columns|views)\.[a-z-]{1,40}$/, {
  error: 'invalid',
})
/**
 * Names of hidden columns, then with `>` before each all of them in their order; or saved views: a name and the address they ask for.
 */
const Value = z.union([
  z.array(z.string().max(40)).max(40),
  z
    .array(
      z.strictObject({
        name: written().max(40, { error: 'invalid' }),
        query: z
          .string()
          .max(400)
          .regex(/^[\w=&%.+-]*$/, { error: 'invalid' }),
      }),
    )
    .max(20),
])

export const choices = call({
  path: '/api/staff/choices',
  method: 'GET',
  may: desk,
  about: 'What the person chose for a list: hidden columns, saved views; empty before they chose.',
  body: z.strictObject({ name: Name }),
  reply: answer(z.object({ value: Value })),
})
export const choose = call({
  path: '/api/staff/choices/set',
  method: 'POST',
  may: desk,
  about: 'Keeps what the person chose for a list, on every device of theirs.',
  body: z.strictObject({ name: Name, value: Value }),
  reply: done,
})

export const recent = call({
  path: '/api/staff/recent',
  method: 'GET',
  may: desk,
  about:
    'What the person opened in the last seven days, the newest first, ten at most, by their own lines of the audit log; nobody else’s.',
  body: z.strictObject({}),
  reply: answer(
    z.object({
      rows: z.array(
        z.object({
          kind: z.enum(['order', 'client', 'claim']),
          id: z.string(),
          /** The number, or the name of a client. */
          title: z.string(),
          /** The IIN of a client, masked. */
          iin: z.string().nullable(),
          state: z.string().nullable(),
          at: Instant,
        }),
      ),
    }),
  ),
})

export const recentClients = call({
  path: '/api/staff/clients/recent',
  method: 'GET',
  may: ['staff'],
  about: 'The clients among what the person opened in the last seven days, and how they stand now.',
  body: z.strictObject({}),
  reply: answer(
    z.object({
      clients: z.array(
        MaskedClient.extend({
          plate: z.string().nullable(),
          /** The most urgent matter: money without a policy, a claim, a match; else the policy. */
          now: z.object({
            what: z.enum(clientNows),
            /** The day it turns on: a claim's deadline, the end of the policy. */
            day: Day.nullable(),
            amount: Tenge.nullable(),
          }),
          at: Instant,
        }),
      ),
    }),
  ),
})
