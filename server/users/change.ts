import type { AuditAct } from '#domain/audit-acts.ts'
import type { RefusalCode } from '#domain/finding.ts'
import { addMs, temporaryPasswordMs } from '#domain/lifetimes.ts'
import * as refusals from '#domain/refusals.ts'
import { cabinetMessages } from '#texts/cabinet.ts'
import { changeEntry } from '../accounts/account-changes.ts'
import type { Account } from '../accounts/accounts.ts'
import { hashPassword, newTemporaryPassword } from '../accounts/change-password.ts'
import { actorOf } from '../accounts/owner.ts'
import { awaitingConfirmation, confirmedAction } from '../accounts/second-person.ts'
import { audit } from '../audit/audit.ts'
import type { Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { endSessions } from '../http/identity.ts'
import { notFound, ok, type Refused, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { heldAdministrators } from './first-administrators.ts'

/** Columns of a temporary password; only its hash is stored. */
export type TemporaryPassword = {
  temporary_hash: string
  temporary_sent_at: Date
  temporary_until: Date
}

/**
 * Makes a new temporary password: `change` stores it with all related rows and returns the account;
 * `send` then sends it by SMS. After a lost SMS, make a new one.
 */
export async function giveTemporaryPassword(
  context: Context,
  change: (tx: Tx, password: TemporaryPassword, now: Date) => Promise<string>,
): Promise<{ accountId: string; send(phone: string): Promise<void> }> {
  const { db, clock, systems, locale } = context
  const password = newTemporaryPassword()
  const temporary_hash = await hashPassword(password)
  const now = clock.now()
  const stored = {
    temporary_hash,
    temporary_sent_at: now,
    temporary_until: addMs(now, temporaryPasswordMs),
  }
  const id = await db.transaction().execute((tx) => change(tx, stored, now))
  return {
    accountId: id,
    send: (phone) =>
      systems.sms
        .send({
          to: phone,
          text: cabinetMessages.temporaryPassword(password)[locale],
          key: `${id}:${now.toISOString()}`,
        })
        .then(() => {}),
  }
}

/**
 * Locks and returns the user; 404 for clients and unknown ids. Always locks open administrators
 * first and in one order: of two who block each other at once, one comes second and is then the
 * last.
 */
async function held(tx: Tx, id: string): Promise<{ account: Account; administrators: string[] }> {
  const administrators = await heldAdministrators(tx)
  const account = await tx
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .where('role', '<>', 'user')
    .forUpdate()
    .executeTakeFirst()
  if (!account) throw notFound()
  return { account, administrators }
}

const isLast = (account: Account, administrators: readonly string[]) =>
  administrators.length === 1 && administrators[0] === account.id

type Change =
  | { refusal: RefusalCode }
  | { action: AuditAct; details?: Record<string, string | number | boolean | null>; ended?: number }

/** One change of a user with its audit entry, or the refusal. */
async function changed(
  context: Context,
  id: string,
  change: (
    tx: Tx,
    of: { account: Account; administrators: string[]; now: Date; mine: boolean },
  ) => Promise<Change>,
): Promise<Exclude<Change, { refusal: RefusalCode }> | Refused> {
  const { db, clock, me, locale } = context
  const now = clock.now()
  const made = await db.transaction().execute(async (tx) => {
    const of = await held(tx, id)
    const change_ = await change(tx, { ...of, now, mine: of.account.id === me().accountId })
    if (!('refusal' in change_))
      await audit(tx, now, {
        actor: actorOf(context.me()),
        action: change_.action,
        object: { kind: 'account', id },
        details: change_.details ?? {},
      })
    return change_
  })
  return 'refusal' in made ? refuse(locale, made.refusal) : made
}
const success = (made: Exclude<Change, { refusal: RefusalCode }> | Refused) =>
  'success' in made ? made : { success: true as const }

export const block = handle('staffUsersBlock', async ({ id, reason }, context) =>
  success(
    await changed(context, id, async (tx, { account, administrators, now, mine }) => {
      if (mine) return { refusal: refusals.ownAccount }
      if (isLast(account, administrators)) return { refusal: refusals.lastAdministrator }
      await tx
        .updateTable('accounts')
        .set({ blocked_at: now, blocked_reason: reason })
        .where('id', '=', id)
        .where('blocked_at', 'is', null)
        .execute()
      return { action: 'user.blocked', details: { sessions: await endSessions(tx, id, now) } }
    }),
  ),
)

export const unblock = handle('staffUsersUnblock', async ({ id }, context) =>
  success(
    await changed(context, id, async (tx) => {
      await tx
        .updateTable('accounts')
        .set({ blocked_at: null, blocked_reason: null })
        .where('id', '=', id)
        .execute()
      return { action: 'user.unblocked' }
    }),
  ),
)

/**
 * Sets a role. A promoter's account is of another realm and stays a promoter's; only staff can be
 * administrators.
 */
export const setRole = handle(
  'staffUsersSetRole',
  async ({ id, role, administrator = false }, context) =>
    success(
      await changed(context, id, async (tx, { account, administrators, now, mine }) => {
        if (mine) return { refusal: refusals.ownAccount }
        if (account.role === 'promoter' || (administrator && role !== 'staff'))
          return { refusal: refusals.roleNotSuitable }
        if (!administrator && isLast(account, administrators))
          return { refusal: refusals.lastAdministrator }
        await tx.updateTable('accounts').set({ role, administrator }).where('id', '=', id).execute()
        return {
          action: 'user.role_changed',
          details: {
            from: account.role,
            to: role,
            administrator,
            administrator_before: account.administrator,
            sessions: await endSessions(tx, id, now),
          },
        }
      }),
    ),
)

/**
 * Records that an administrator apart from the account's creator knows the person behind it: the
 * earlier acts they viewed count no more.
 */
export const confirm = handle('staffUsersConfirm', async ({ id, upTo }, context) =>
  success(
    await changed(context, id, async (tx, { account, mine }) => {
      if (mine) return { refusal: refusals.ownAccount }
      const awaited = (
        await awaitingConfirmation(tx, [account.id], context.me().accountId ?? '')
      ).get(account.id)
      if (awaited?.upTo !== upTo) return { refusal: refusals.claimChanged }
      if (!awaited.mayConfirm) return { refusal: refusals.secondPersonNotApart }
      return { action: confirmedAction, details: { up_to: upTo } }
    }),
  ),
)

export const end = handle('staffUsersEndSessions', async ({ id }, context) => {
  const made = await changed(context, id, async (tx, { now, mine }) => {
    // The caller's own session continues.
    const ended = await endSessions(tx, id, now, mine ? { but: context.me().sessionId } : {})
    return { action: 'user.sessions_ended', details: { sessions: ended }, ended }
  })
  return 'success' in made ? made : ok({ ended: made.ended ?? 0 })
})

/**
 * Invalidates the old password and ends all sessions. An SMS the gateway refused is an error:
 * retry.
 */
export const resetPassword = handle('staffUsersResetPassword', async ({ id }, context) => {
  const { db, locale } = context
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'phone', 'email', 'email_confirmed_at', 'role', 'blocked_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!account || account.role === 'user') throw notFound()
  if (!account.phone) return refuse(locale, refusals.signInPhoneMissing)
  const password = await giveTemporaryPassword(context, async (tx, temporary, now) => {
    const sessions = await endSessions(tx, id, now)
    await changeEntry(tx, context, 'password_reset', {
      before: account,
      set: { password_hash: null, ...temporary },
      actor: actorOf(context.me()),
      device: '',
      details: { sessions },
    })
    return id
  })
  await password.send(account.phone)
  return { success: true as const }
})
