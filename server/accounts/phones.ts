import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { type ChangedBy, changeEntry } from './account-changes.ts'
import { type Account, type Contacts, cabinetAccountOf, ensureAccount } from './accounts.ts'

/**
 * Removes the phone from every other client account: notifies each and records it in its history
 * (decision 292).
 */
export async function takePhone(
  tx: Tx,
  deps: Deps,
  { phone, iin }: { phone: string; iin: string },
): Promise<void> {
  const left = await tx
    .selectFrom('accounts')
    .selectAll()
    .where('realm', '=', 'cabinet')
    .where('phone', '=', phone)
    .where('iin', '<>', iin)
    .forUpdate()
    .execute()
  for (const before of left)
    await changeEntry(tx, deps, 'phone_left', {
      before,
      set: { phone: null },
      actor: 'job:phone',
      device: '',
    })
}

/** Makes the phone this account's alone. */
export async function givePhone(
  tx: Tx,
  deps: Deps,
  before: Account,
  phone: string,
  by: ChangedBy,
): Promise<void> {
  await takePhone(tx, deps, { phone, iin: before.iin })
  await changeEntry(tx, deps, before.phone ? 'phone_changed' : 'phone_set', {
    before,
    set: { phone },
    ...by,
  })
}

/**
 * Adds the phone and e-mail an existing account lacks; keeps those it has. A phone proved by a code
 * leaves its former account, even if the buyer has no account yet; one that only the register names
 * remains there.
 */
export async function fillContacts(
  tx: Tx,
  deps: Deps,
  { iin, phone, proved, email }: Contacts,
  by: ChangedBy,
): Promise<void> {
  if (phone && proved === 'code' && !(await cabinetAccountOf(tx, iin))?.phone)
    await takePhone(tx, deps, { phone, iin })
  const before = await tx
    .selectFrom('accounts')
    .selectAll()
    .where('realm', '=', 'cabinet')
    .where('iin', '=', iin)
    .forUpdate()
    .executeTakeFirst()
  if (!before) return
  if (phone && !before.phone && !(await hasPhone(tx, phone)))
    await changeEntry(tx, deps, 'phone_set', { before, set: { phone }, ...by })
  if (email && !before.email)
    await changeEntry(tx, deps, 'email_set', { before, set: { email }, ...by })
}

const hasPhone = (tx: Tx, phone: string) =>
  tx
    .selectFrom('accounts')
    .select('id')
    .where('realm', '=', 'cabinet')
    .where('phone', '=', phone)
    .executeTakeFirst()

/**
 * Returns the account of a person who has proved IIN and phone by a code and the register; creates
 * a missing one. An account with another phone keeps it.
 */
export async function accountOfProved(
  tx: Tx,
  deps: Deps,
  { device, ...of }: { iin: string; phone: string; locale: string; device: string },
): Promise<Account> {
  const contacts = { iin: of.iin, phone: of.phone, proved: 'code' as const, email: null }
  await fillContacts(tx, deps, contacts, {
    actor: 'client:code',
    device,
    provedPhone: of.phone,
  })
  await ensureAccount(tx, { ...contacts, locale: of.locale, at: deps.clock.now() })
  const account = await cabinetAccountOf(tx, of.iin)
  if (!account) throw new Error('an account that was made is not there')
  return account
}
