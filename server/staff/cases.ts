import { sql } from 'kysely'
import { openClaimStates } from '#domain/claims/state.ts'
import { type CaseKind, caseKinds } from '#domain/desk-notes.ts'
import { addMs } from '#domain/lifetimes.ts'
import { isUuid } from '#domain/uuid.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import { lookedAtId } from '../audit/lookup.ts'
import type { Db } from '../db/connect.ts'
import type { Identity } from '../http/identity.ts'
import { notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { colleaguesOf, leader, type NoteRow, ownerOf, shownNotes } from '../notes/notes.ts'
import { ownNames, shortName } from '../persons/people.ts'
import { desks } from '../products/products.ts'

const SHOWN = 300
const FOUND = 50

type One = { about: CaseKind; subject: string; owner: string | null; since: Date }
const keyOf = ({ about, subject }: { about: string; subject: string }) => `${about} ${subject}`
const kindOf = (about: string) => caseKinds.find((kind) => kind === about) ?? 'order'

/** Lists the caller's cases and the notes that name them; or everybody's cases. */
export const staffCases = handle('staffCases', async ({ whose }, context) => {
  const { db, clock, me } = context
  const { accountId } = me()
  if (!accountId) throw notFound()
  const own = whose === 'mine' ? accountId : null
  const handed = whose === 'handed' ? await handedBy(db, actorOf(me()), clock.now()) : null
  const [led, messages, mentions, colleagues] = await Promise.all([
    handed ? handed.cases : ledBy(db, own),
    handed ? [] : messagesOf(db, own),
    own ? unreadFor(db, own) : [],
    colleaguesOf(db, me()),
  ])
  const known = new Set([...led, ...messages].map(keyOf))
  const named = new Map((handed?.notes ?? mentions).map((note) => [keyOf(note), note]))
  const onlyNamed = [...named.values()]
    .filter((note) => !known.has(keyOf(note)))
    .map((note) => ({ ...caseOf(note), owner: null, since: note.at }))
  const all = [...led, ...messages, ...onlyNamed].toSorted(
    (one, other) =>
      Number(named.has(keyOf(other))) - Number(named.has(keyOf(one))) ||
      (handed ? -1 : 1) * (one.since.getTime() - other.since.getTime()),
  )
  const shown = all.slice(0, SHOWN)
  const last = await lastNotes(db, shown)
  const notes = new Map(
    (
      await shownNotes(
        db,
        shown.flatMap((one) => named.get(keyOf(one)) ?? last.get(keyOf(one)) ?? []),
        me(),
      )
    ).map((note) => [note.id, note]),
  )
  const numberOf = await numbersOf(db, shown)
  await audit(db, clock.now(), {
    actor: actorOf(me()),
    action: 'note.listed',
    object: { kind: 'notes', id: whose },
    details: { cases: shown.length },
  })
  return ok({
    cases: await Promise.all(
      shown.map(async (one) => ({
        about: one.about,
        subject: one.subject,
        number: numberOf(one),
        owner: await leader(db, one.owner, colleagues),
        since: one.since.toISOString(),
        note: notes.get((named.get(keyOf(one)) ?? last.get(keyOf(one)))?.id ?? '') ?? null,
      })),
    ),
    colleagues,
    all: all.length,
  })
})

const caseOf = ({ about, subject }: NoteRow) => ({ about: kindOf(about), subject })

/** Orders, clients and claims that are not finished. */
async function ledBy(db: Db, own: string | null): Promise<One[]> {
  let asked = db
    .selectFrom('desk_owners')
    .leftJoin('claims', (join) =>
      join.onRef('claims.id', '=', 'desk_owners.subject').on('desk_owners.about', '=', 'claim'),
    )
    .selectAll('desk_owners')
    .where((expression) =>
      expression.or([
        expression('desk_owners.about', '<>', 'claim'),
        expression('claims.state', 'in', openClaimStates),
      ]),
    )
  if (own) asked = asked.where('desk_owners.account_id', '=', own)
  const rows = await asked.execute()
  return rows.map(({ about, subject, account_id, since }) => ({
    about: kindOf(about),
    subject,
    owner: account_id,
    since,
  }))
}

/** Returns cases the caller handed over within a day, each with its last note. */
async function handedBy(db: Db, actor: string, now: Date) {
  const notes = await db
    .selectFrom('desk_notes')
    .distinctOn(['about', 'subject'])
    .selectAll()
    .where('actor', '=', actor)
    .where('act', '=', 'handed')
    .where('handed_to', 'is not', null)
    .where('at', '>', addMs(now, -86_400_000))
    .orderBy('about')
    .orderBy('subject')
    .orderBy('seq', 'desc')
    .execute()
  const given = notes.filter(({ handed_to }) => `staff:${handed_to}` !== actor)
  const cases = await Promise.all(
    given.map(async (note) => ({
      ...caseOf(note),
      owner: await ownerOf(db, caseOf(note)),
      since: note.at,
    })),
  )
  return { notes: given, cases }
}

/** Messages in work, a row for each sender. */
async function messagesOf(db: Db, own: string | null): Promise<One[]> {
  let asked = db
    .selectFrom('feedback')
    .distinctOn('phone')
    .select(['id', 'created_at', sql<string>`substr(handled_by, 7)`.as('owner')])
    .where('state', '=', 'in_work')
    .where('handled_by', 'like', 'staff:%')
  if (own) asked = asked.where('handled_by', '=', `staff:${own}`)
  const rows = await asked.orderBy('phone').orderBy('created_at').execute()
  return rows.map(({ id, owner, created_at }) => ({
    about: 'inbox' as const,
    subject: id,
    owner,
    since: created_at,
  }))
}

/** Notes that name a person who has not read them; the first of each case. */
const unreadFor = (db: Db, accountId: string) =>
  db
    .selectFrom('desk_mentions')
    .innerJoin('desk_notes', 'desk_notes.id', 'desk_mentions.note_id')
    .selectAll('desk_notes')
    .where('account_id', '=', accountId)
    .where('read_at', 'is', null)
    // A later row of the same case takes the place of an earlier one.
    .orderBy('seq', 'desc')
    .execute()

async function lastNotes(db: Db, of: readonly One[]): Promise<Map<string, NoteRow>> {
  if (of.length === 0) return new Map()
  const rows = await db
    .selectFrom('desk_notes')
    .distinctOn(['about', 'subject'])
    .selectAll()
    .where(
      'subject',
      'in',
      of.map(({ subject }) => subject),
    )
    .orderBy('about')
    .orderBy('subject')
    .orderBy('seq', 'desc')
    .execute()
  return new Map(rows.map((row) => [keyOf(row), row]))
}

/** Returns the numbers people know cases by. */
async function numbersOf(db: Db, of: readonly { about: CaseKind; subject: string }[]) {
  const ids = (about: CaseKind) => of.flatMap((one) => (one.about === about ? [one.subject] : []))
  const [orders, clients, messages] = [ids('order'), ids('client'), ids('inbox')]
  const uuids = (all: string[]) => all.filter(isUuid)
  const [sales, people, written] = await Promise.all([
    orders.length > 0 ? Promise.all(desks().map((desk) => desk.numbers(db, orders))) : [],
    uuids(clients).length > 0
      ? db
          .selectFrom('accounts')
          .leftJoin('people', 'people.iin', 'accounts.iin')
          .select(['accounts.id', ...ownNames])
          .where('accounts.id', 'in', uuids(clients))
          .execute()
      : [],
    uuids(messages).length > 0
      ? db
          .selectFrom('feedback')
          .select(['id', 'number'])
          .where('id', 'in', uuids(messages))
          .execute()
      : [],
  ])
  const found = new Map<string, string>([
    ...sales.flat().map(({ id, number }) => [`order ${id}`, number] as const),
    ...people.map((person) => [`client ${person.id}`, shortName(person)] as const),
    ...written.map(({ id, number }) => [`inbox ${id}`, `№\u00a0${number}`] as const),
  ])
  return (one: { about: CaseKind; subject: string }) =>
    found.get(keyOf(one)) || (one.about === 'claim' ? one.subject : '–')
}

/** Notes with one of these texts in them, the newest first, each with the name of its case. */
export async function notesWith(db: Db, me: Identity, texts: readonly string[], limit: number) {
  const parts = texts.map((text) => {
    const part = text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)
    return sql<boolean>`lower(text) like ${`%${part}%`}`
  })
  const rows = await db
    .selectFrom('desk_notes')
    .selectAll()
    .where((expression) => expression.or(parts))
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
  const cases = rows.map(caseOf)
  const [notes, numberOf] = await Promise.all([shownNotes(db, rows, me), numbersOf(db, cases)])
  return notes.flatMap((note, at) => {
    const one = cases[at]
    return one ? [{ ...note, ...one, number: numberOf(one) }] : []
  })
}

/** Searches notes by words: audits the caller, and the words as a digest. */
export const staffFindNotes = handle('staffFindNotes', async ({ text }, context) => {
  const { db, clock, me, config, limits } = context
  await limits.count('searchesPerDesk', me().accountId ?? me().iin)
  const notes = await notesWith(db, me(), [text], FOUND)
  await audit(db, clock.now(), {
    actor: actorOf(me()),
    action: 'note.searched',
    object: { kind: 'search', id: lookedAtId(config.signingKey, text.toLowerCase()) },
    details: { found: notes.length },
  })
  return ok({ notes })
})
