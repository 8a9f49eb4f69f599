import { defaultLocale, type Locale, parseLocale } from '#domain/locale.ts'
import type { Sql } from '../db/connect.ts'

/**
 * The language somebody is asked in by 1414: their own, where their cabinet knows it; else the one
 * of the page that asks.
 */
export async function languageOf(
  db: Sql,
  iin: string,
  page: Locale = defaultLocale,
): Promise<Locale> {
  const account = await db
    .selectFrom('accounts')
    .select('locale')
    .where('realm', '=', 'cabinet')
    .where('iin', '=', iin)
    .executeTakeFirst()
  return account ? parseLocale(account.locale) : page
}
