import type { Selectable } from 'kysely'
import type { z } from 'zod'
import { type CallName, contract } from '#contract/index.ts'
import type { Held } from '#contract/signatures.ts'
import type { RefusalCode } from '#domain/finding.ts'
import { addMs, takeBackMs } from '#domain/lifetimes.ts'
import { parseLocale } from '#domain/locale.ts'
import * as refusals from '#domain/refusals.ts'
import { Unavailable } from '#systems/http.ts'
import { accountById, namesOf } from '../accounts/accounts.ts'
import { audit } from '../audit/audit.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { HeldActs } from '../db/rows.ts'
import type { Deps } from '../deps.ts'
import { type Context, contextOfHeld } from '../http/context.ts'
import { mayCall } from '../http/identity.ts'
import { HttpError, refuse } from '../http/refuse.ts'
import { type Handlers, handle } from '../http/route.ts'
import { heldActJob } from '../jobs/definitions.ts'
import { asksFor, RECOVERED_AT_ONCE, type Recovery } from '../jobs/recovery.ts'
import { type Work, works } from '../jobs/work.ts'

/**
 * Eight seconds in which the actor may withdraw an act (decision 330). The call itself is held:
 * when its seconds are over it runs once more as the same person, judged as of then, and the
 * transaction of its act deletes the held row. So a process that dies loses nothing and does
 * nothing twice.
 */
export type SignatureKind = 'refund' | 'period' | 'claim' | 'kyc' | 'list' | 'party' | 'terms'
type Of = { kind: SignatureKind; subject: string }
export type HeldRow = Selectable<HeldActs>

/** Returns the audit log's object; a claim has a history of its own. */
const objectOf = ({ kind, subject }: { kind: string; subject: string }) => {
  const kinds = { refund: 'order', kyc: 'kyc_case', list: 'aml_list', period: 'period' } as const
  const named = Object.entries(kinds).find(([one]) => one === kind)?.[1]
  return named ? { kind: named, id: subject } : null
}

/** Returns the actor of an account, for histories and the audit log. */
async function actorBy(sql: Sql, accountId: string): Promise<string> {
  return `${(await accountById(sql, accountId))?.role ?? 'staff'}:${accountId}`
}

type Asked<Name extends CallName> = Of & {
  call: Name
  /** Held for some seconds; else it goes at once. */
  hold: boolean
  /** As the call is made then. */
  body: z.input<(typeof contract)[Name]['body']>
}

/**
 * Last step before an act, in its transaction and after everything that may refuse it: returns
 * `held` if it waits now, null if it runs. Refuses while another press waits (`alreadyHeld`), and
 * if it was withdrawn just before it ran (`actGone`).
 */
export async function heldOrGoes<Name extends CallName>(
  tx: Tx,
  context: Context,
  { kind, subject, call, hold, body }: Asked<Name>,
): Promise<'held' | RefusalCode | null> {
  if (context.heldId !== undefined) {
    const mine = await tx
      .deleteFrom('held_acts')
      .where('id', '=', context.heldId)
      .returning('id')
      .executeTakeFirst()
    return mine ? null : refusals.actGone
  }
  const accountId = context.me().accountId
  if (!hold || accountId === null)
    return (await heldRow(tx, { kind, subject })) ? refusals.alreadyHeld : null
  const at = context.clock.now()
  const held = await tx
    .insertInto('held_acts')
    .values({
      kind,
      subject,
      call,
      body: JSON.stringify(body),
      account_id: accountId,
      locale: context.locale,
      held_at: at,
      goes_at: addMs(at, takeBackMs),
    })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!held) return refusals.alreadyHeld
  await context.queue.enqueue(
    tx,
    heldActJob,
    { heldId: held.id },
    { inSeconds: takeBackMs / 1_000 },
  )
  await said(tx, context, { kind, subject, account_id: accountId }, 'held')
  return 'held'
}

const said = async (
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  of: Pick<HeldRow, 'kind' | 'subject' | 'account_id'>,
  what: 'held' | 'taken_back' | 'not_gone',
) => {
  const object = objectOf(of)
  if (!object) return
  const actor = await actorBy(tx, of.account_id)
  await audit(tx, clock.now(), { actor, action: `signature.${what}`, object })
}

const heldRow = (sql: Sql, { kind, subject }: Of) =>
  sql
    .selectFrom('held_acts')
    .selectAll()
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .executeTakeFirst()

/** Returns the held act about an object, with its actor; undefined if there is none. */
export async function heldAbout(
  db: Sql,
  of: Of,
  me: string,
): Promise<(HeldRow & { shown: z.input<typeof Held> }) | undefined> {
  const row = await heldRow(db, of)
  if (!row) return undefined
  const actor = await actorBy(db, row.account_id)
  const nameOf = await namesOf(db, [actor])
  const shown = {
    id: row.id,
    goes_at: row.goes_at.toISOString(),
    by: nameOf(actor),
    mine: actor === me,
    waits_for: row.waits_for,
  }
  return { ...row, shown }
}

/** Ends a held act about an object, for its own actor alone; null if it has run or is another's. */
export async function takenBack(tx: Tx, of: Partial<Of> & { id?: string }, accountId: string) {
  let taken = tx.deleteFrom('held_acts').where('account_id', '=', accountId)
  if (of.id !== undefined) taken = taken.where('id', '=', of.id)
  if (of.kind !== undefined) taken = taken.where('kind', '=', of.kind)
  if (of.subject !== undefined) taken = taken.where('subject', '=', of.subject)
  return (await taken.returningAll().executeTakeFirst()) ?? null
}

export const takeBack = handle('deskTakeBack', async ({ held_id }, context) => {
  const { db, me, locale } = context
  const done = await db.transaction().execute(async (tx) => {
    const taken = await takenBack(tx, { id: held_id }, me().accountId ?? '')
    if (taken) await said(tx, context, taken, 'taken_back')
    return taken
  })
  return done ? { success: true as const } : refuse(locale, refusals.actGone)
})

/** Records in an object's own history a held act that did not run. */
export type NotGone = Partial<
  Record<string, (tx: Tx, deps: Deps, held: HeldRow & { actor: string }) => Promise<void>>
>

/**
 * Job: runs an act that was not withdrawn. If its actor may no longer do it, or its object has
 * changed, does nothing and records that.
 */
export const goHeld =
  (handlers: Handlers, notGone: NotGone) =>
  async (deps: Deps, heldId: string): Promise<void> => {
    const held = await deps.db
      .selectFrom('held_acts')
      .selectAll()
      .where('id', '=', heldId)
      .executeTakeFirst()
    if (!held) return
    const isDone = await goes(deps, held, handlers).catch(async (cause: unknown) => {
      if (cause instanceof Unavailable) await waitsFor(deps, held, cause.system)
      throw cause
    })
    if (isDone) return
    await deps.db.transaction().execute(async (tx) => {
      const left = await tx
        .deleteFrom('held_acts')
        .where('id', '=', held.id)
        .returning('id')
        .executeTakeFirst()
      if (!left) return
      await said(tx, deps, held, 'not_gone')
      const actor = await actorBy(tx, held.account_id)
      await notGone[held.kind]?.(tx, deps, { ...held, actor })
    })
  }

/** The job retries; until then the desk shows the cause of the wait. */
const waitsFor = ({ db }: Deps, { id }: HeldRow, system: string) =>
  db
    .updateTable('held_acts')
    .set({ waits_for: system })
    .where('id', '=', id)
    .where('waits_for', 'is distinct from', system)
    .execute()

async function goes(deps: Deps, held: HeldRow, handlers: Handlers): Promise<boolean> {
  const name = Object.keys(contract).find(
    (each): each is CallName => each in contract && each === held.call,
  )
  const account = await accountById(deps.db, held.account_id)
  if (!name || !account || account.blocked_at) return false
  const context = contextOfHeld(deps, name, {
    account,
    locale: parseLocale(held.locale),
    heldId: held.id,
  })
  const body = contract[name].body.safeParse(held.body)
  if (!body.success || !mayCall(contract[name].may, context.who)) return false
  // The table pairs each name with its own handler; here the compiler sees only their union.
  const handler = handlers[name] as unknown as (
    body: unknown,
    context: Context,
  ) => Promise<{ success: boolean; code?: number }>
  try {
    const { success, code } = await handler(body.data, context)
    // A call to the unified database is running: the act runs a little later.
    if (code === refusals.beingIssued) throw new Error(`${name} waits for a try that goes on`)
    return success
  } catch (cause) {
    if (cause instanceof HttpError && cause.status < 500) return false
    throw cause
  }
}

/** Held acts whose job got lost with its process. */
export const heldRecoveries: readonly Recovery[] = [
  asksFor(
    'held acts not gone',
    heldActJob,
    async ({ db }, { forgotten }) => {
      const held = await db
        .selectFrom('held_acts')
        .select('id')
        .where('goes_at', '<', forgotten)
        .limit(RECOVERED_AT_ONCE)
        .execute()
      return held.map(({ id }) => ({ heldId: id }))
    },
    'any',
  ),
]

export const heldWork = (go: ReturnType<typeof goHeld>): Work[] => [
  works(heldActJob, (deps, { heldId }) => go(deps, heldId)),
]
