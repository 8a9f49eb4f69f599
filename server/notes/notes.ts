import { sql } from 'kysely'
import type { z } from 'zod'
import type { CaseNotes } from '#contract/desk-notes.ts'
import { type CaseKind, noteActs } from '#domain/desk-notes.ts'
import { isUuid } from '#domain/uuid.ts'
import { namesOf } from '../accounts/accounts.ts'
import type { Sql } from '../db/connect.ts'
import type { Identity } from '../http/identity.ts'

/** Staff's notes about a case, and who leads it. */

/** A case; of messages of the contact desk all of one person's. */
export type Case = { about: CaseKind; subject: string | string[] }
type Shown = z.input<typeof CaseNotes>

/** So many of a case are shown. */
const AT_MOST = 100

/** Notes of a case, the newest first. */
export const notesOf = (db: Sql, { about, subject }: Case, limit = AT_MOST) =>
  db
    .selectFrom('desk_notes')
    .selectAll()
    .where('about', '=', about)
    .where('subject', 'in', [subject].flat())
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
export type NoteRow = Awaited<ReturnType<typeof notesOf>>[number]

/** Everybody at the desks, by name. */
export async function colleaguesOf(db: Sql, me: Identity): Promise<Shown['colleagues']> {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'surname', 'name'])
    .where('role', '=', 'staff')
    .where('blocked_at', 'is', null)
    .orderBy('surname')
    .orderBy('name')
    .execute()
  return rows.map(({ id, surname, name }) => ({
    id,
    name: `${surname} ${name}`.trim(),
    me: id === me.accountId,
  }))
}

/** Returns the unread notes that name the caller. */
export async function unreadOf(db: Sql, notes: readonly NoteRow[], me: Identity) {
  const ids = notes.map(({ id }) => id)
  if (ids.length === 0 || !me.accountId) return new Set<string>()
  const rows = await db
    .selectFrom('desk_mentions')
    .select('note_id')
    .where('account_id', '=', me.accountId)
    .where('read_at', 'is', null)
    .where('note_id', 'in', ids)
    .execute()
  return new Set(rows.map(({ note_id }) => note_id))
}

/** The notes as they are read. */
export async function shownNotes(db: Sql, notes: readonly NoteRow[], me: Identity) {
  const [unread, nameOf] = await Promise.all([
    unreadOf(db, notes, me),
    namesOf(
      db,
      notes.flatMap(({ actor, handed_to }) => [actor, handed_to && `staff:${handed_to}`]),
    ),
  ])
  return notes.map((note) => ({
    id: note.id,
    act: noteActs.find((act) => act === note.act) ?? ('said' as const),
    text: note.text,
    by: nameOf(note.actor),
    at: note.at.toISOString(),
    to: note.handed_to ? nameOf(`staff:${note.handed_to}`) : null,
    for_me: unread.has(note.id),
  }))
}

/**
 * Returns the account that leads a case; for messages, of the colleague who works at the open ones.
 */
export async function ownerOf(db: Sql, { about, subject }: Case): Promise<string | null> {
  if (about !== 'inbox') {
    const row = await db
      .selectFrom('desk_owners')
      .select('account_id')
      .where('about', '=', about)
      .where('subject', 'in', [subject].flat())
      .executeTakeFirst()
    return row?.account_id ?? null
  }
  const rows = await db
    .selectFrom('feedback')
    .select(sql<string>`substr(handled_by, 7)`.as('owner'))
    .where('id', 'in', [subject].flat().filter(isUuid))
    .where('state', '<>', 'answered')
    .where('handled_by', 'like', 'staff:%')
    .orderBy('created_at')
    .limit(1)
    .execute()
  return rows[0]?.owner ?? null
}

/** Everything a screen of a case shows of it. */
export async function caseNotes(db: Sql, of: Case, me: Identity): Promise<Shown> {
  const [notes, owner, colleagues] = await Promise.all([
    notesOf(db, of).then((rows) => shownNotes(db, rows, me)),
    ownerOf(db, of),
    colleaguesOf(db, me),
  ])
  return { owner: await leader(db, owner, colleagues), notes, colleagues }
}

/** The case's leader may have left. */
export async function leader(
  db: Sql,
  id: string | null,
  colleagues: Shown['colleagues'],
): Promise<Shown['owner']> {
  if (id === null) return null
  const known = colleagues.find((one) => one.id === id)
  if (known) return known
  const actor = `staff:${id}`
  return { id, name: (await namesOf(db, [actor]))(actor), me: false }
}
