import type { Locale } from '#brand'
import type { Sql } from '../db/connect.ts'

/** Insurers by code as they are called last, and promoters by IIN: few enough to be read whole. */
export async function namesOf(sql: Sql, locale: Locale) {
  const [insurers, promoters] = await Promise.all([
    sql
      .selectFrom('insurers')
      .select(['code', 'name_kz', 'name_ru'])
      .orderBy('effective_from')
      .execute(),
    sql
      .selectFrom('accounts')
      .select(['id', 'iin', 'surname', 'name'])
      .where('realm', '=', 'promoter')
      .execute(),
  ])
  const titles = new Map(
    insurers.map(({ code, name_kz, name_ru }) => [code, locale === 'kz' ? name_kz : name_ru]),
  )
  const people = new Map(
    promoters.map(({ iin, surname, name }) => [iin, `${surname} ${name}`.trim()]),
  )
  return {
    insurer: (code: string | null): string => (code === null ? '' : (titles.get(code) ?? code)),
    promoter: (iin: string | null): string | null => (iin === null ? null : people.get(iin) || '–'),
  }
}

/**
 * The IIN of a promoter's account, or one that nobody has: a filter by an unknown account finds
 * nothing.
 */
export async function promoterIin(sql: Sql, accountId: string | undefined): Promise<string | null> {
  if (!accountId) return null
  const account = await sql
    .selectFrom('accounts')
    .select('iin')
    .where('id', '=', accountId)
    .where('realm', '=', 'promoter')
    .executeTakeFirst()
  return account?.iin ?? 'nobody'
}
