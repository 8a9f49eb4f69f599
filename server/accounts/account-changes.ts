import { createHmac, randomUUID } from 'node:crypto'
import type { Updateable } from 'kysely'
import { pathOf } from '#contract/pages.ts'
import {
  type AccountChange,
  accountChanges,
  actionOf,
  isAccountChange,
} from '#domain/account-changes.ts'
import { almatyClock } from '#domain/calendar.ts'
import { addMs, notMeMs } from '#domain/lifetimes.ts'
import { parseLocale } from '#domain/locale.ts'
import { accountChangeMessage } from '#texts/account-changes.ts'
import { audit } from '../audit/audit.ts'
import type { Tx } from '../db/connect.ts'
import { withLock } from '../db/locks.ts'
import type { Accounts } from '../db/rows.ts'
import type { Deps } from '../deps.ts'
import { tokenHash } from '../http/identity.ts'
import { accountNoticeJob } from '../jobs/definitions.ts'
import { step } from '../jobs/steps.ts'
import { orRefused, triedBefore } from '../messaging/messages.ts'

/** An account as it was before the change. */
type Before = {
  id: string
  phone: string | null
  email: string | null
  email_confirmed_at: Date | null
}

/** The key of "it was not me": of the change's id, so that only its hash is stored. */
const keyOf = ({ config }: Pick<Deps, 'config'>, id: string): string =>
  createHmac('sha256', config.signingKey).update(`not-me:${id}`).digest('base64url').slice(0, 20)

/**
 * The actor of an account's change, and `provedPhone`: a phone that has just answered with a code,
 * so that its owner knows.
 */
export type ChangedBy = {
  actor: string
  device: string
  provedPhone?: string | null
  details?: Record<string, string | number | boolean | null>
}

/**
 * Changes how an account is entered, or reports an act that changes nothing of that (no `set`).
 * Nothing else writes phone, e-mail or passwords of an existing account
 * (`tests/account-entry.test.ts`). Writes in one transaction: the change, a line of the audit log,
 * which is the account's history too, and the messages to the old phone and e-mail, each with its
 * job.
 */
export async function changeEntry(
  tx: Tx,
  deps: Deps,
  change: AccountChange,
  {
    before,
    set,
    actor,
    device,
    provedPhone = null,
    details = {},
  }: ChangedBy & { before: Before; set?: Updateable<Accounts> },
): Promise<void> {
  const at = deps.clock.now()
  if (set) await tx.updateTable('accounts').set(set).where('id', '=', before.id).execute()
  const { told, undo } = accountChanges[change]
  await audit(tx, at, {
    actor,
    action: actionOf(change),
    object: { kind: 'account', id: before.id },
    details: { device, ...details },
  })
  const kinds = [
    ...(told === 'both' && before.phone && before.phone !== provedPhone ? (['sms'] as const) : []),
    ...(told !== 'nobody' && before.email ? (['mail'] as const) : []),
  ]
  if (kinds.length === 0) return
  const id = randomUUID()
  await tx
    .insertInto('account_changes')
    .values({
      id,
      account_id: before.id,
      change,
      at,
      phone: before.phone,
      email: before.email,
      email_confirmed_at: before.email_confirmed_at,
      key_hash: undo ? tokenHash(keyOf(deps, id)) : null,
      expires_at: addMs(at, notMeMs),
    })
    .execute()
  for (const kind of kinds) {
    const messageId = `${id}:${kind}`
    await tx
      .insertInto('messages')
      .values({
        id: messageId,
        account_change_id: id,
        kind,
        purpose: `account:${change}`,
        created_at: at,
      })
      .execute()
    await deps.queue.enqueue(tx, accountNoticeJob, { messageId })
  }
}

/** Job: sends one message about a change by its own id, in the account's language. */
export async function sendAccountNotice(deps: Deps, messageId: string): Promise<void> {
  await withLock(deps.locks, `account-notice:${messageId}`, async () => {
    const { db, config, systems, clock } = deps
    const row = await db
      .selectFrom('messages')
      .innerJoin('account_changes', 'account_changes.id', 'messages.account_change_id')
      .innerJoin('accounts', 'accounts.id', 'account_changes.account_id')
      .select([
        'messages.kind',
        'messages.sent_at',
        'messages.refused',
        'account_changes.id',
        'account_changes.change',
        'account_changes.at',
        'account_changes.phone',
        'account_changes.email',
        'account_changes.key_hash',
        'accounts.locale',
      ])
      .where('messages.id', '=', messageId)
      .executeTakeFirst()
    if (!row || row.sent_at || row.refused || !isAccountChange(row.change)) return
    const locale = parseLocale(row.locale)
    const key = row.key_hash ? keyOf(deps, row.id) : null
    const page = `${config.publicUrl}${pathOf('not-me', locale)}`
    const [day = '', time = ''] = [
      almatyClock(row.at).slice(0, 10),
      almatyClock(row.at).slice(11, 16),
    ]
    const at = `${day.split('-').toReversed().join('.')} ${time}`
    const words = accountChangeMessage(row.change, {
      at: { kz: at, ru: at },
      link: key && `${page}#key=${key}`,
      short: key && `${page}#${key}`,
    })
    const again = await triedBefore(deps, messageId)
    const sent = await orRefused(deps, messageId, () =>
      step(row.kind === 'sms' ? 'notify.sms' : 'notify.mail', async () => {
        if (row.kind === 'sms')
          return systems.sms.send({
            to: row.phone ?? '',
            text: words.sms[locale],
            key: messageId,
            again,
          })
        await systems.mail.send({
          ...words.letter[locale],
          to: row.email ?? '',
          key: messageId,
        })
        return { id: messageId }
      }),
    )
    if (!sent) return
    await db
      .updateTable('messages')
      .set({ sent_at: clock.now(), outside_id: sent.id })
      .where('id', '=', messageId)
      .where('sent_at', 'is', null)
      .execute()
  })
}
