import { actionOf } from '#domain/account-changes.ts'
import type { RefusalCode } from '#domain/finding.ts'
import * as refusals from '#domain/refusals.ts'
import { Unavailable } from '#systems/http.ts'
import { recordChange } from '../accounts/account-changes.ts'
import type { Account } from '../accounts/accounts.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import type { Tx } from '../db/connect.ts'
import { endSessions } from '../http/identity.ts'
import { ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { giveTemporaryPassword } from './temporary-password.ts'

type Person = { iin: string; surname: string; name: string; patronymic: string; phone: string }
type As = { role: 'promoter' | 'accountant' | 'staff'; administrator: boolean }

/** Leaves the transaction with what the administrator is told; nothing of it stays. */
class NotMade extends Error {
  readonly code: RefusalCode
  constructor(code: RefusalCode) {
    super('not made')
    this.code = code
  }
}

/**
 * A new user with a temporary password by SMS. Promoters have accounts apart; of the others a
 * person has one account with one role (settled.md, "Identity"), so a client with the same phone
 * becomes staff, and the phone of another client is never taken away.
 */
export const create = handle(
  'staffUsersCreate',
  async ({ role, administrator = false, patronymic = '', ...who }, context) => {
    const { locale, log } = context
    if (administrator && role !== 'staff') return refuse(locale, refusals.roleNotSuitable)
    try {
      const password = await giveTemporaryPassword(context, async (tx, now) => {
        const { id, was, before } = await accountFor(
          tx,
          { ...who, patronymic },
          { role, administrator },
          now,
        )
        const actor = actorOf(context.me())
        const details = { role, administrator, was }
        if (before)
          await recordChange(tx, context, 'made_staff', { before, actor, device: '', details })
        else
          await audit(tx, now, {
            actor,
            details,
            action: actionOf('made_staff'),
            object: { kind: 'account', id },
          })
        return id
      })
      const passwordSent = await password.send(who.phone).then(
        () => true,
        (cause: unknown) => {
          if (!(cause instanceof Unavailable)) throw cause
          log.warn({ err: cause, account: password.accountId }, 'a temporary password was not sent')
          return false
        },
      )
      return ok({ id: password.accountId, passwordSent })
    } catch (cause) {
      if (cause instanceof NotMade) return refuse(locale, cause.code)
      throw cause
    }
  },
)

async function accountFor(
  tx: Tx,
  who: Person,
  as: As,
  now: Date,
): Promise<{ id: string; was: 'client' | 'nobody'; before: Account | null }> {
  const realm = as.role === 'promoter' ? 'promoter' : 'cabinet'
  const known = await tx
    .selectFrom('accounts')
    .selectAll()
    .where('realm', '=', realm)
    .where('iin', '=', who.iin)
    .forUpdate()
    .executeTakeFirst()
  if (known && (known.role !== 'user' || known.blocked_at))
    throw new NotMade(refusals.accountExists)
  if (realm === 'cabinet') {
    const owner = await tx
      .selectFrom('accounts')
      .select('iin')
      .where('realm', '=', realm)
      .where('phone', '=', who.phone)
      .where('iin', '<>', who.iin)
      .executeTakeFirst()
    if (owner || (known?.phone && known.phone !== who.phone)) throw new NotMade(refusals.phoneTaken)
  }
  if (known) {
    await tx
      .updateTable('accounts')
      .set({
        ...as,
        surname: who.surname,
        name: who.name,
        patronymic: who.patronymic,
        phone: who.phone,
      })
      .where('id', '=', known.id)
      .execute()
    await endSessions(tx, known.id, now)
    return { id: known.id, was: 'client', before: known }
  }
  const made = await tx
    .insertInto('accounts')
    .values({ realm, ...who, ...as, created_at: now })
    .onConflict((conflict) => conflict.columns(['realm', 'iin']).doNothing())
    .returning('id')
    .executeTakeFirst()
  // The same form twice at once.
  if (!made) throw new NotMade(refusals.accountExists)
  return { id: made.id, was: 'nobody', before: null }
}
