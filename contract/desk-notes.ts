import { z } from 'zod'
import { caseKinds, noteActs, noteMax } from '#domain/desk-notes.ts'
import { answer, call, done } from './call.ts'
import { Instant, maybeWritten, Uuid, written } from './fields.ts'

/** Notes of staff among themselves, and who leads what. */
const staff = ['staff'] as const

const Kind = z.enum(caseKinds)
/** An order's or subscription's id, a claim's number, the account of a client, a message's id. */
const CaseId = written().max(60)
const Colleague = z.object({ id: Uuid, name: z.string(), me: z.boolean() })

export const DeskNote = z.object({
  id: Uuid,
  act: z.enum(noteActs),
  text: z.string(),
  by: z.string(),
  at: Instant,
  /** The colleague it was assigned to. */
  to: z.string().nullable(),
  /** It names the reader, who has not marked it as read. */
  for_me: z.boolean(),
})
/** Staff's notes on a case, newest first, and who leads it. */
export const CaseNotes = z.object({
  owner: Colleague.nullable(),
  notes: z.array(DeskNote),
  /** Whom the case may be assigned to and whom a note may name. */
  colleagues: z.array(Colleague),
})

export const write = call({
  path: '/api/staff/notes/write',
  method: 'POST',
  may: staff,
  about:
    'A note about an order, a claim, a client or a message, for staff alone. Whoever is named with `@` finds it among what waits for them. The same key is the same note. 14090 for one’s own.',
  body: z.strictObject({
    /** The key of the form it is written in. */
    key: Uuid,
    about: Kind,
    subject: CaseId,
    text: written().max(noteMax),
  }),
  reply: done,
})

export const handOver = call({
  path: '/api/staff/notes/handOver',
  method: 'POST',
  may: staff,
  about:
    'Takes cases, gives them to a colleague with a word, or lets them go (`to` is null): all of them or none. `owner` is who led each when it was looked at: 14060 when somebody else does now. 14090 for one’s own.',
  body: z.strictObject({
    cases: z
      .array(
        z.strictObject({
          about: Kind,
          subject: CaseId,
          /** The account that led it. */
          owner: Uuid.nullable(),
        }),
      )
      .min(1)
      .max(100),
    to: Uuid.nullable(),
    text: maybeWritten().max(noteMax).default(''),
  }),
  reply: done,
})

export const read = call({
  path: '/api/staff/notes/read',
  method: 'POST',
  may: staff,
  about: 'Says that whoever asks has read a note that names them.',
  body: z.strictObject({ note_id: Uuid }),
  reply: done,
})

export const CaseName = z.object({
  about: Kind,
  subject: z.string(),
  /** The number people know it by; of a client the surname and an initial. */
  number: z.string(),
})

export const cases = call({
  path: '/api/staff/notes/cases',
  method: 'POST',
  may: staff,
  about:
    'Cases that somebody leads: one’s own with the notes that name one, or those of all. Finished claims and answered messages are nobody’s. `handed`: what whoever asks gave to colleagues within a day, the last first, with who leads it now.',
  body: z.strictObject({ whose: z.enum(['mine', 'team', 'handed']) }),
  reply: answer(
    z.object({
      cases: z.array(
        CaseName.extend({
          /** Null if it is listed for a note that names the caller. */
          owner: Colleague.nullable(),
          since: Instant,
          /** The latest note, or the first that names the caller. */
          note: DeskNote.nullable(),
        }),
      ),
      colleagues: z.array(Colleague),
      /** Number of all; at most three hundred are returned. */
      all: z.int(),
    }),
  ),
})

export const find = call({
  path: '/api/staff/notes/find',
  method: 'POST',
  may: staff,
  about:
    'Notes with these words in them, the newest first, at most fifty. Each search is audited, its words by a digest.',
  body: z.strictObject({ text: written(3, 'invalid').max(100) }),
  reply: answer(z.object({ notes: z.array(DeskNote.extend(CaseName.shape)) })),
})

/** A document that a decision rests on, as a desk shows it; `cabinetFileLink` opens it. */
export const DeskDocument = z.object({
  id: z.string(),
  name: z.string(),
  size: z.int(),
  at: Instant,
  scan: z.enum(['waiting', 'clean', 'infected']),
  by: z.string(),
})
