import { sql } from 'kysely'
import { z } from 'zod'
import { actorOf } from '../accounts/owner.ts'
import type { Db } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { titlesOf } from '../kyc/desk.ts'
import { KeptMatch } from '../kyc/lists.ts'
import { waitingForOthers } from '../signatures/signatures.ts'
import { LOOKED_AT, type Row } from './today-row.ts'

type Titles = Awaited<ReturnType<typeof titlesOf>>

/** What waits at the desk of the checks: people to decide about or to sign for, lists to sign. */
export async function kycOf({ db, me, locale }: Context): Promise<Row[]> {
  const titles = await titlesOf(db, locale)
  const own = actorOf(me())
  const [matches, lists] = await Promise.all([
    matchesOf(db, titles, { actor: own, iin: me().iin }),
    waitingForOthers(db, ['list'], own),
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
      due: null,
      when: 'undated' as const,
    })),
  ]
}

/**
 * Blocked people nobody has decided about, and those to be unblocked by a second person: on which
 * lists they were found and how alike, without a word of who they are. Whoever asked for the second
 * signature, or is the person, has nothing to do.
 */
async function matchesOf(
  db: Db,
  titles: Titles,
  me: { actor: string; iin: string | null },
): Promise<Row[]> {
  const rows = await db
    .selectFrom('kyc_cases')
    .innerJoin('screenings', 'screenings.id', 'kyc_cases.screening_id')
    .leftJoin('signatures', (join) =>
      join
        .on('signatures.kind', '=', 'kyc')
        .on('signatures.state', '=', 'waiting')
        .on('signatures.subject', '=', sql<string>`kyc_cases.id::text`),
    )
    .select(['kyc_cases.id', 'kyc_cases.opened_at', 'screenings.matches', 'signatures.asked_at'])
    .where('kyc_cases.status', '=', 'blocked')
    .where(({ eb, or }) =>
      or([eb('kyc_cases.decided_at', 'is', null), eb('signatures.id', 'is not', null)]),
    )
    .where(({ eb, or }) =>
      or([
        eb('signatures.id', 'is', null),
        eb('signatures.asked_by', '<>', me.actor).and('kyc_cases.iin', '<>', me.iin ?? ''),
      ]),
    )
    .orderBy('kyc_cases.opened_at')
    .limit(LOOKED_AT)
    .execute()
  return rows.map(({ id, opened_at, asked_at, matches: kept }) => {
    const matches = z.array(KeptMatch).catch([]).parse(kept)
    return {
      act: asked_at ? 'sign_unblock' : 'match',
      desk: 'kyc',
      id,
      number: '',
      why: [...new Set(matches.map(({ list }) => titles.get(list)?.title ?? list))].join(', '),
      likeness: matches.length > 0 ? Math.max(...matches.map(({ score }) => score)) : null,
      amount: null,
      since: (asked_at ?? opened_at).toISOString(),
      due: null,
      when: 'undated',
    }
  })
}
