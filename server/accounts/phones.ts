import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { recordChange } from './account-changes.ts'
import { type Account, cabinetAccountOf, ensureAccount } from './accounts.ts'

/**
 * Takes the phone from every other client account: each is told and has it in its history
 * (decision 292).
 */
async function takePhone(tx: Tx, deps: Deps, { phone, iin }: { phone: string; iin: string }) {
  const left = await tx
    .selectFrom('accounts')
    .selectAll()
    .where('realm', '=', 'cabinet')
    .where('phone', '=', phone)
    .where('iin', '<>', iin)
    .forUpdate()
    .execute()
  for (const before of left) {
    await tx.updateTable('accounts').set({ phone: null }).where('id', '=', before.id).execute()
    await recordChange(tx, deps, 'phone_left', { before, actor: 'job:phone', device: '' })
  }
}

/** Makes the phone this account's and nobody else's. */
export async function givePhone(
  tx: Tx,
  deps: Deps,
  { id, iin }: Pick<Account, 'id' | 'iin'>,
  phone: string,
): Promise<void> {
  await takePhone(tx, deps, { phone, iin })
  await tx.updateTable('accounts').set({ phone }).where('id', '=', id).execute()
}

/**
 * Frees a phone that its owner has proved by a code, unless their account has another one, which it
 * keeps.
 */
export async function freePhone(
  tx: Tx,
  deps: Deps,
  of: { iin: string; phone: string },
): Promise<void> {
  if (!(await cabinetAccountOf(tx, of.iin))?.phone) await takePhone(tx, deps, of)
}

/**
 * The account of a person who has proved IIN and phone by a code and the register; without one it
 * begins here. An account that has another phone keeps it.
 */
export async function accountOfProved(
  tx: Tx,
  deps: Deps,
  of: { iin: string; phone: string; locale: string },
): Promise<Account> {
  await freePhone(tx, deps, of)
  await ensureAccount(tx, { ...of, proved: 'code', email: null, at: deps.clock.now() })
  const account = await cabinetAccountOf(tx, of.iin)
  if (!account) throw new Error('an account that was made is not there')
  return account
}
