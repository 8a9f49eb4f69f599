import type { Side } from '#domain/claims/notice.ts'
import { fullName, nameKeys } from '#domain/person.ts'
import { cabinetAccountOf } from '../../accounts/accounts.ts'
import type { Sql } from '../../db/connect.ts'
import type { Context } from '../../http/context.ts'
import type { NoticeRow } from './rows.ts'

/** Who a driver is by the register, else by their cabinet; empty where neither says. */
export async function driverName(sql: Sql, iin: string | null): Promise<string> {
  if (!iin) return ''
  const person = await sql
    .selectFrom('people')
    .select(nameKeys)
    .where('iin', '=', iin)
    .executeTakeFirst()
  const account = person ?? (await cabinetAccountOf(sql, iin))
  return account ? fullName(account) : ''
}

export const mrpOf = async ({ reference, clock }: Pick<Context, 'reference' | 'clock'>) =>
  (await reference.tables(clock.today()))?.mrp ?? null

/** Where a driver's code goes: the phone of the cabinet, or the one that was proved to join. */
export const phoneOf = async (sql: Sql, row: NoticeRow, me: Side): Promise<string | null> =>
  me === 'second' ? row.second_phone : ((await cabinetAccountOf(sql, row.first_iin))?.phone ?? null)
