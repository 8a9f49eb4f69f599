import { type CaseKind, mentionedIn } from '#domain/desk-notes.ts'
import * as refusals from '#domain/refusals.ts'
import { isUuid } from '#domain/uuid.ts'
import { accountById } from '../accounts/accounts.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import { lockContract } from '../contracts/lock.ts'
import type { Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { notFound, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { colleaguesOf, ownerOf } from '../notes/notes.ts'
import { saleOf } from '../products/products.ts'
import { auditKind } from './client.ts'
import { openLike } from './inbox.ts'

/** A case under its lock: what the audit log calls it, and whose it is. */
type Locked = {
  kind: 'claim' | 'account' | 'feedback' | ReturnType<typeof auditKind>
  iins: string[]
}

async function lockCase(tx: Tx, about: CaseKind, subject: string): Promise<Locked> {
  if (about === 'order') {
    const found = await saleOf(tx, subject)
    if (!found) throw notFound()
    await lockContract(tx, found.sale.contractId)
    return { kind: auditKind(found.sale.product), iins: [found.sale.buyerIin] }
  }
  if (about === 'claim') {
    const claim = await tx
      .selectFrom('claims')
      .innerJoin('policies', 'policies.id', 'claims.policy_id')
      .select(['claims.iin', 'policies.policyholder_iin'])
      .where('claims.id', '=', subject)
      .forUpdate('claims')
      .executeTakeFirst()
    if (!claim) throw notFound()
    return { kind: 'claim', iins: [claim.iin, claim.policyholder_iin] }
  }
  if (!isUuid(subject)) throw notFound()
  if (about === 'client') {
    const account = await accountById(tx, subject)
    if (account?.realm !== 'cabinet') throw notFound()
    await tx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', subject)
      .forNoKeyUpdate()
      .execute()
    return { kind: 'account', iins: [account.iin] }
  }
  const theirs = await openLike(tx, subject)
  if (!theirs.some(({ id }) => id === subject)) throw notFound()
  return { kind: 'feedback', iins: [] }
}

/** Writes a note for staff alone; the named person finds it among their cases. */
export const staffWriteNote = handle('staffWriteNote', async (asked, context) => {
  const { db, clock, me, locale } = context
  const { key, about, subject, text } = asked
  return db.transaction().execute(async (tx) => {
    const { kind, iins } = await lockCase(tx, about, subject)
    if (iins.includes(me().iin)) return refuse(locale, refusals.ownMatter)
    const known = await tx
      .selectFrom('desk_notes')
      .select(['subject', 'text'])
      .where('id', '=', key)
      .executeTakeFirst()
    // Pressed twice, or sent again after a lost answer.
    if (known?.subject === subject && known.text === text) return { success: true as const }
    if (known) return refuse(locale, refusals.claimChanged)
    const actor = actorOf(me())
    const at = clock.now()
    await tx.insertInto('desk_notes').values({ id: key, about, subject, text, actor, at }).execute()
    const colleagues = await colleaguesOf(tx, me())
    const named = mentionedIn(text, colleagues).filter((id) => id !== me().accountId)
    if (named.length > 0)
      await tx
        .insertInto('desk_mentions')
        .values(named.map((account_id) => ({ note_id: key, account_id })))
        .execute()
    await audit(tx, at, {
      actor,
      action: 'note.written',
      object: { kind, id: subject },
      details: { note: key, mentions: named.length },
    })
    return { success: true as const }
  })
})

/**
 * Takes cases, gives them to a colleague or releases them: all in one transaction, each under its
 * lock.
 */
export const staffHandOver = handle('staffHandOver', async ({ cases, to, text }, context) => {
  const { db, me, locale } = context
  return db
    .transaction()
    .execute(async (tx) => {
      const colleague = to ? (await colleaguesOf(tx, me())).find(({ id }) => id === to) : null
      if (colleague === undefined) throw notFound()
      const theirs = to ? ((await accountById(tx, to))?.iin ?? '') : ''
      // In one order: of two who give the same cases away, one is first. Two messages may be of one
      // person, whose other ones are locked with them: so all of those together.
      const messages = cases.flatMap(({ about, subject }) =>
        about === 'inbox' && isUuid(subject) ? [subject] : [],
      )
      if (messages.length > 0) await openLike(tx, messages)
      for (const { about, subject, owner } of cases.toSorted((one, other) =>
        `${one.about} ${one.subject}`.localeCompare(`${other.about} ${other.subject}`, 'en'),
      )) {
        const { kind, iins } = await lockCase(tx, about, subject)
        if ([me().iin, theirs].some((iin) => iins.includes(iin)))
          return rolledBack(refuse(locale, refusals.ownMatter))
        const now = await ownerOf(tx, await wholeCase(tx, about, subject))
        // Pressed twice: it is done.
        if (now === to) continue
        if (now !== owner) return rolledBack(refuse(locale, refusals.claimChanged))
        await give(tx, context, { about, subject, kind, to, text })
      }
      return { success: true as const }
    })
    .catch(answered)
})

/** Rolls back all of several if one is refused. */
class Refused extends Error {
  readonly reply: ReturnType<typeof refuse>
  constructor(reply: ReturnType<typeof refuse>) {
    super('refused')
    this.reply = reply
  }
}
const rolledBack = (reply: ReturnType<typeof refuse>): never => {
  throw new Refused(reply)
}
const answered = (error: unknown) => {
  if (error instanceof Refused) return error.reply
  throw error
}

/** Returns, for a message, all open ones of its sender. */
async function wholeCase(tx: Tx, about: CaseKind, subject: string) {
  if (about !== 'inbox') return { about, subject }
  return { about, subject: (await openLike(tx, subject)).map(({ id }) => id) }
}

type Given = {
  about: CaseKind
  subject: string
  kind: Locked['kind']
  to: string | null
  text: string
}

async function give(tx: Tx, { clock, me }: Context, { about, subject, kind, to, text }: Given) {
  const actor = actorOf(me())
  const at = clock.now()
  if (about === 'inbox') {
    const open = (await openLike(tx, subject)).filter(({ state }) => state !== 'answered')
    if (open.length > 0)
      await tx
        .updateTable('feedback')
        .set({
          state: to ? 'in_work' : 'new',
          handled_by: to && `staff:${to}`,
          handled_at: to ? at : null,
        })
        .where(
          'id',
          'in',
          open.map(({ id }) => id),
        )
        .execute()
  } else if (to)
    await tx
      .insertInto('desk_owners')
      .values({ about, subject, account_id: to, since: at })
      .onConflict((conflict) =>
        conflict.columns(['about', 'subject']).doUpdateSet({ account_id: to, since: at }),
      )
      .execute()
  else
    await tx
      .deleteFrom('desk_owners')
      .where('about', '=', about)
      .where('subject', '=', subject)
      .execute()
  await tx
    .insertInto('desk_notes')
    .values({
      id: crypto.randomUUID(),
      about,
      subject,
      act: to ? 'handed' : 'left',
      text,
      actor,
      handed_to: to,
      at,
    })
    .execute()
  await audit(tx, at, {
    actor,
    action: to ? 'note.handed' : 'note.left',
    object: { kind, id: subject },
    details: { to },
  })
}

export const staffReadNote = handle('staffReadNote', async ({ note_id }, { db, clock, me }) =>
  db.transaction().execute(async (tx) => {
    const { accountId } = me()
    if (!accountId) throw notFound()
    const own = await tx
      .updateTable('desk_mentions')
      .set((expression) => ({
        read_at: expression.fn.coalesce('read_at', expression.val(clock.now())),
      }))
      .where('note_id', '=', note_id)
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    if (Number(own.numUpdatedRows) !== 1) throw notFound()
    await audit(tx, clock.now(), {
      actor: actorOf(me()),
      action: 'note.read',
      object: { kind: 'notes', id: note_id },
    })
    return { success: true as const }
  }),
)
