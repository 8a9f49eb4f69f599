import { z } from 'zod'
import { maskIin } from '#domain/iin.ts'
import { kycEvents, type ListEffect } from '#domain/kyc/kyc.ts'
import { comparedNames, differingLetters } from '#domain/kyc/parts.ts'
import type { Locale } from '#domain/locale.ts'
import { columnIn, localeColumns } from '#domain/locale-columns.ts'
import type { Names } from '#domain/person.ts'
import * as refusals from '#domain/refusals.ts'
import { namesOf } from '../accounts/accounts.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import { lookedAtId } from '../audit/lookup.ts'
import type { Db } from '../db/connect.ts'
import { notFound, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { saleOf } from '../products/products.ts'
import { caseOf, iinAsked } from './cases.ts'
import {
  comparedNow,
  effectOf,
  matchedBy,
  type Status,
  typedOf,
  VERSION_SHOWN,
} from './compared.ts'
import { documentsOf } from './documents.ts'
import type { KeptMatch } from './lists.ts'
import { signingOf } from './unblock-by-two.ts'

type Parts = Status['matches'][number]['parts']

/** Places of the letters that are marked. */
const places = (marks: readonly boolean[]): number[] =>
  marks.flatMap((differs, at) => (differs ? [at] : []))

/** The most alike of an entry's names beside the client's, word by word, as the desk shows it. */
export function partsOf(person: Names, names: readonly string[]): Parts {
  const found = comparedNames(person, names)
  if (!found) return null
  const words = found.words.map(({ oursAs, theirsAs, ...word }) => {
    const [ours, theirs] = word.theirs ? differingLetters(word.ours, word.theirs) : [[], []]
    return {
      ...word,
      ours_as: oursAs,
      theirs_as: theirsAs,
      ours_differ: places(ours),
      theirs_differ: places(theirs),
    }
  })
  return { ...found, words }
}

const Event = z.enum(kycEvents).catch('blocked')

/**
 * Returns what the desk shows about one person, compared anew, so that the verdict is the one a
 * sale would give now (spec section 2, "KYC"). The unified database names people we do not know;
 * without a name only the IIN is compared.
 */
export const status = handle('kycStatus', async (asked, context) => {
  const { db, clock, config, locale, me } = context
  const actor = actorOf(me())
  const iin = await iinAsked(db, asked)
  if (!iin) throw notFound()
  // A listed person learns nothing of it, at a desk either.
  if (iin === me().iin) return refuse(locale, refusals.ownMatter)
  const now = await comparedNow(context, iin, actor)
  const { person, matches } = now
  const isOld = now.last !== undefined
  const [known, typed, history, inForce, held, titles, account] = await Promise.all([
    caseOf(db, iin),
    typedOf(db, iin),
    historyOf(db, iin),
    policiesInForce(db, [iin]),
    heldOf(db, iin),
    titlesOf(db, locale),
    db
      .selectFrom('accounts')
      .select('id')
      .where('realm', '=', 'cabinet')
      .where('iin', '=', iin)
      .executeTakeFirst(),
  ])
  const object = account
    ? ({ kind: 'account', id: account.id } as const)
    : ({ kind: 'person', id: lookedAtId(config.signingKey, iin) } as const)
  await audit(db, clock.now(), {
    actor,
    action: 'client.kyc_seen',
    object,
    details: { case: known?.id ?? null },
  })
  const [documents, signing] = known
    ? await Promise.all([documentsOf(db, known.id), signingOf(context, known.id)])
    : [[], null]
  return ok({
    iin: maskIin(iin),
    case_id: known?.id ?? null,
    account_id: account?.id ?? null,
    status: known?.status === 'blocked' ? ('blocked' as const) : ('unblocked' as const),
    reason: known?.reason ?? null,
    matches: matches.map((match) =>
      shown({ ...match, iin: ownMasked(match.iin, iin) }, titles, person),
    ),
    compared: isOld
      ? ('lists_too_old' as const)
      : person
        ? ('person' as const)
        : ('iin_only' as const),
    person,
    typed,
    screenedAt: isOld ? (now.last?.toISOString() ?? null) : clock.now().toISOString(),
    to_decide: known?.status === 'blocked' && known.decided_at === null,
    changed_at: known?.changed_at.toISOString() ?? null,
    policies_in_force: inForce.get(iin) ?? 0,
    held,
    takes_two: now.takesTwo,
    differs: now.differs,
    documents,
    signing,
    history,
  } satisfies Status)
})

/** An entry's number is public, but if it is the person's IIN it would reveal it. */
const ownMasked = (entry: string | null, iin: string) => (entry === iin ? maskIin(iin) : entry)

const shown = (
  match: KeptMatch,
  titles: Map<string, { title: string; effect: ListEffect }>,
  person: Names | null,
) => ({
  list: match.list,
  list_title: titles.get(match.list)?.title ?? match.list,
  effect: titles.get(match.list)?.effect ?? ('block' as const),
  entry: match.entry,
  score: match.score,
  by: matchedBy.parse(match.by),
  names: match.names,
  iin: match.iin,
  birth: match.birth,
  note: match.note,
  version: match.version.slice(0, VERSION_SHOWN),
  parts: person ? partsOf(person, match.names) : null,
})

/** Returns the lists by code: their names in a language and their effects. */
export async function titlesOf(db: Db, locale: Locale) {
  const lists = await db
    .selectFrom('aml_lists')
    .select(['code', ...localeColumns('title'), 'effect'])
    .execute()
  return new Map(
    lists.map(({ code, effect, ...titles }) => [
      code,
      { title: columnIn(titles, 'title', locale), effect: effectOf(effect) },
    ]),
  )
}

async function historyOf(db: Db, iin: string): Promise<Status['history']> {
  const rows = await db
    .selectFrom('kyc_history')
    .select(['at', 'event', 'reason', 'actor'])
    .where('iin', '=', iin)
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  const nameOf = await namesOf(
    db,
    rows.map(({ actor }) => actor),
  )
  return rows.map(({ at, event, reason, actor }) => ({
    at: at.toISOString(),
    event: Event.parse(event),
    reason,
    by: nameOf(actor) === actor ? null : nameOf(actor),
  }))
}

/** Refunds of the person that wait under the block. */
async function heldOf(db: Db, iin: string): Promise<Status['held']> {
  const frozen = await db
    .selectFrom('refunds')
    .select(['order_id', 'amount'])
    .where('frozen_since', 'is not', null)
    .orderBy('created_at')
    .execute()
  const sales = await Promise.all(frozen.map(({ order_id }) => saleOf(db, order_id)))
  return frozen.filter((_, at) => sales[at]?.sale.buyerIin === iin)
}

/** How many policies in force each of these people holds. */
export async function policiesInForce(
  db: Db,
  iins: readonly string[],
): Promise<Map<string, number>> {
  if (iins.length === 0) return new Map()
  const rows = await db
    .selectFrom('policies')
    .select((expression) => ['policyholder_iin', expression.fn.countAll<string>().as('count')])
    .where('policyholder_iin', 'in', [...iins])
    .where('state', 'in', ['active', 'pending'])
    .groupBy('policyholder_iin')
    .execute()
  return new Map(rows.map(({ policyholder_iin, count }) => [policyholder_iin, Number(count)]))
}
