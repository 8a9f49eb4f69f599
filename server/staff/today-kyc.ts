import { z } from 'zod'
import type { Locale } from '#domain/locale.ts'
import type { Db } from '../db/connect.ts'
import { titlesOf } from '../kyc/desk.ts'
import { KeptMatch } from '../kyc/lists.ts'
import { LOOKED_AT, type Row } from './today-row.ts'

/**
 * Blocked people nobody has decided about: on which lists they were found and how alike, without a
 * word of who they are.
 */
export async function kycOf(db: Db, locale: Locale): Promise<Row[]> {
  const rows = await db
    .selectFrom('kyc_cases')
    .innerJoin('screenings', 'screenings.id', 'kyc_cases.screening_id')
    .select(['kyc_cases.id', 'kyc_cases.opened_at', 'screenings.matches'])
    .where('kyc_cases.status', '=', 'blocked')
    .where('kyc_cases.decided_at', 'is', null)
    .orderBy('kyc_cases.opened_at')
    .limit(LOOKED_AT)
    .execute()
  if (rows.length === 0) return []
  const titles = await titlesOf(db, locale)
  return rows.map(({ id, opened_at, matches: kept }) => {
    const matches = z.array(KeptMatch).catch([]).parse(kept)
    return {
      act: 'match',
      desk: 'kyc',
      id,
      number: '',
      why: [...new Set(matches.map(({ list }) => titles.get(list)?.title ?? list))].join(', '),
      likeness: matches.length > 0 ? Math.max(...matches.map(({ score }) => score)) : null,
      amount: null,
      since: opened_at.toISOString(),
      due: null,
      when: 'undated',
    }
  })
}
