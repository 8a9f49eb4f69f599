import { z } from 'zod'
import { brand } from '#brand'
import { ClaimSlot } from '#contract/claims.ts'
import type { namesOf } from '../accounts/staff-actors.ts'
import type { Db } from '../db/connect.ts'
import { notesOf } from '../notes/notes.ts'
import { wayActor } from './draft-send.ts'
import { scanActor } from './scan-result.ts'

/** A claim's conversation as its desk reads it: who said and asked what. */

const Author = z.enum(['client', 'staff'])

export type NameOf = Awaited<ReturnType<typeof namesOf>>

/** Everything that was added to a claim. */
export async function partsOf(db: Db, id: string) {
  const [files, requests, messages, events, history, notes] = await Promise.all([
    db
      .selectFrom('files')
      .leftJoin('paper_verdicts', 'paper_verdicts.file_id', 'files.id')
      .selectAll('files')
      .leftJoin('photograph_prints', 'photograph_prints.file_id', 'files.id')
      .select(['paper_verdicts.verdict', 'paper_verdicts.actor as judge', 'small'])
      .where('files.claim_id', '=', id)
      .orderBy('files.created_at', 'desc')
      .execute(),
    db.selectFrom('claim_requests').selectAll().where('claim_id', '=', id).orderBy('id').execute(),
    db.selectFrom('claim_messages').selectAll().where('claim_id', '=', id).orderBy('id').execute(),
    db.selectFrom('claim_events').selectAll().where('claim_id', '=', id).orderBy('id').execute(),
    db.selectFrom('claim_history').selectAll().where('claim_id', '=', id).orderBy('id').execute(),
    notesOf(db, { about: 'claim', subject: id }),
  ])
  return { files, requests, messages, events, history, notes }
}
export type Parts = Awaited<ReturnType<typeof partsOf>>

/** The scanner is nobody; what a claim lacked when it was sent the product asked for itself. */
const askedBy = (actor: string, nameOf: NameOf): string | null => {
  if (actor === wayActor) return brand.latin
  return actor === scanActor ? null : nameOf(actor)
}

/** What was asked, said and done, with who did. */
export const conversation = (
  { requests, messages, events, history, notes }: Parts,
  nameOf: NameOf,
  me: string,
) => ({
  requests: requests.map((request) => ({
    id: request.id,
    slot: ClaimSlot.parse(request.slot),
    note: request.note,
    at: request.at.toISOString(),
    answered_at: request.answered_at?.toISOString() ?? null,
    by: askedBy(request.actor, nameOf),
  })),
  messages: messages.map((message) => ({
    id: message.id,
    text: message.body,
    from: Author.parse(message.author),
    at: message.at.toISOString(),
    by: message.author === 'client' ? '' : nameOf(message.actor),
  })),
  // The first line of the history is the client's own: the documents were sent.
  events: [
    ...history.slice(0, 1).map((line) => ({
      id: 'first',
      what: 'sent',
      note: '',
      at: line.at.toISOString(),
      by: byOf('client', nameOf, me),
    })),
    ...events.map((event) => ({
      id: event.id,
      what: event.what,
      note: event.note,
      at: event.at.toISOString(),
      by: byOf(event.actor, nameOf, me),
    })),
    ...notes.map((note) => ({
      id: note.id,
      what: `note.${note.act}`,
      note: note.text,
      at: note.at.toISOString(),
      by: byOf(note.actor, nameOf, me),
    })),
  ].toSorted((one, other) => one.at.localeCompare(other.at)),
})

const byOf = (actor: string, nameOf: NameOf, me: string) => {
  if (actor === 'client') return { kind: 'client' as const, name: '', mine: false }
  return actor === scanActor
    ? { kind: 'scanner' as const, name: '', mine: false }
    : { kind: 'staff' as const, name: nameOf(actor), mine: actor === me }
}
