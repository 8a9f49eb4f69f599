import { actionOf } from '#domain/account-changes.ts'
import type { RefusalCode } from '#domain/finding.ts'
import { type Names, namesOf } from '#domain/person.ts'
import * as refusals from '#domain/refusals.ts'
import type { StaffRole } from '#domain/staff-roles.ts'
import { Unavailable } from '#systems/http.ts'
import { changeEntry } from '../accounts/account-changes.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import type { Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { endSessions } from '../http/identity.ts'
import { ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { giveTemporaryPassword, type TemporaryPassword } from './change.ts'

type Person = Names & { iin: string; phone: string }
type As = { role: StaffRole; administrator: boolean }

/** Rolls the transaction back with the administrator's refusal. */
class NotMade extends Error {
  readonly code: RefusalCode
  constructor(code: RefusalCode) {
    super('not made')
    this.code = code
  }
}

/**
 * Creates a user with a temporary password by SMS. Promoters have separate accounts; of the others
 * a person has one account with one role (settled.md, "Identity"), so a client with the same phone
 * becomes staff, and another client's phone is never removed.
 */
export const create = handle(
  'staffUsersCreate',
  async ({ role, administrator = false, patronymic = '', ...who }, context) => {
    const { locale, log } = context
    if (administrator && role !== 'staff') return refuse(locale, refusals.roleNotSuitable)
    try {
      const password = await giveTemporaryPassword(context, (tx, temporary, now) =>
        accountFor(
          { tx, context, now },
          { ...who, patronymic },
          { role, administrator },
          temporary,
        ),
      )
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

/** Their account, made or of a client they were, with its line of the log. */
async function accountFor(
  { tx, context, now }: { tx: Tx; context: Context; now: Date },
  who: Person,
  as: As,
  temporary: TemporaryPassword,
): Promise<string> {
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
  const actor = actorOf(context.me())
  if (known) {
    await changeEntry(tx, context, 'made_staff', {
      before: known,
      set: { ...as, ...namesOf(who), phone: who.phone, ...temporary },
      actor,
      device: '',
      details: { ...as, was: 'client' },
    })
    await endSessions(tx, known.id, now)
    return known.id
  }
  const made = await tx
    .insertInto('accounts')
    .values({ realm, ...who, ...as, ...temporary, created_at: now })
    .onConflict((conflict) => conflict.columns(['realm', 'iin']).doNothing())
    .returning('id')
    .executeTakeFirst()
  // The same form twice at once.
  if (!made) throw new NotMade(refusals.accountExists)
  await audit(tx, now, {
    actor,
    action: actionOf('made_staff'),
    object: { kind: 'account', id: made.id },
    details: { ...as, was: 'nobody' },
  })
  return made.id
}
