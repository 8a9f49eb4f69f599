import { inEveryLanguage, type Locale } from '#domain/locale.ts'
import { columnIn, localeColumns } from '#domain/locale-columns.ts'
import { NO_PROMOTER } from '#domain/report.ts'
import type { Sql } from '../db/connect.ts'

/**
 * Returns insurers by code with their latest names, and promoters by IIN: few enough to read all.
 */
export const namesOf = async (sql: Sql, locale: Locale) => (await namesInEveryLanguage(sql))[locale]

export async function namesInEveryLanguage(sql: Sql) {
  const [insurers, promoters] = await Promise.all([
    sql
      .selectFrom('insurers')
      .select(['code', ...localeColumns('name')])
      .orderBy('effective_from')
      .execute(),
    sql
      .selectFrom('accounts')
      .select(['id', 'iin', 'surname', 'name'])
      .where('realm', '=', 'promoter')
      .execute(),
  ])
  const titles = new Map(insurers.map((insurer) => [insurer.code, insurer]))
  const people = new Map(
    promoters.map(({ iin, surname, name }) => [iin, `${surname} ${name}`.trim()]),
  )
  const insurerIn = (code: string, locale: Locale): string => {
    const insurer = titles.get(code)
    return (insurer && columnIn(insurer, 'name', locale)) ?? code
  }
  return inEveryLanguage((locale) => ({
    insurer: (code: string | null): string => (code === null ? '' : insurerIn(code, locale)),
    promoter: (iin: string | null): string | null => (iin === null ? null : people.get(iin) || '–'),
  }))
}

/**
 * Returns the IIN of a promoter's account, or one that nobody has: a filter by an unknown account
 * finds nothing. Sales without a promoter have their own word.
 */
export async function promoterIin(sql: Sql, accountId: string | undefined): Promise<string | null> {
  if (!accountId) return null
  if (accountId === NO_PROMOTER) return accountId
  const account = await sql
    .selectFrom('accounts')
    .select('iin')
    .where('id', '=', accountId)
    .where('realm', '=', 'promoter')
    .executeTakeFirst()
  return account?.iin ?? 'nobody'
}
