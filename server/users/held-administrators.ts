import type { Tx } from '../db/connect.ts'

/** The open administrators, held until the transaction ends and always in one order. */
export async function heldAdministrators(tx: Tx): Promise<string[]> {
  const administrators = await tx
    .selectFrom('accounts')
    .select('id')
    .where('administrator', '=', true)
    .where('blocked_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return administrators.map(({ id }) => id)
}
