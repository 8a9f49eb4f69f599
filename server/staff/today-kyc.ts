import { z } from 'zod'
import { actorOf } from '../accounts/owner.ts'
import type { Db } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { titlesOf } from '../kyc/desk.ts'
import { KeptMatch } from '../kyc/lists.ts'
import { waitingForOthers } from '../signatures/signatures.ts'
import { type Allowances, LOOKED_AT, type Row } from './today-row.ts'

type Titles = Awaited<ReturnType<typeof titlesOf>>

/** What waits at the desk of the checks: people to decide about, lists to sign. */
export async function kycOf({ db, me, locale }: Context, allowances: Allowances): Promise<Row[]> {
  const titles = await titlesOf(db, locale)
  const [matches, lists] = await Promise.all([
    matchesOf(db, titles, allowances),
    waitingForOthers(db, ['list'], actorOf(me())),
  ])
  return [
    ...matches,
    ...lists.map(({ subject, asked_at }) => ({
      act: 'sign_list' as const,
      desk: 'kyc' as const,
      id: subject,
      number: titles.get(subject)?.title ?? subject,
      why: '',
      amount: null,
      since: asked_at.toISOString(),
      ...allowances.of('sign_list', asked_at),
    })),
  ]
}

/**
 * Blocked people nobody has decided about: on which lists they were found and how alike, without a
 * word of who they are.
 */
async function matchesOf(db: Db, titles: Titles, allowances: Allowances): Promise<Row[]> {
  const rows = await db
    .selectFrom('kyc_cases')
    .innerJoin('screenings', 'screenings.id', 'kyc_cases.screening_id')
    .select(['kyc_cases.id', 'kyc_cases.opened_at', 'screenings.matches'])
    .where('kyc_cases.status', '=', 'blocked')
    .where('kyc_cases.decided_at', 'is', null)
    .orderBy('kyc_cases.opened_at')
    .limit(LOOKED_AT)
    .execute()
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
      ...allowances.of('match', opened_at),
    }
  })
}
