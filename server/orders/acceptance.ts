import { z } from 'zod'
import { fullName, nameKeys } from '#domain/person.ts'
import { type Given, givenConsents } from '../consent/consent-facts.ts'
import type { Sql } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { everybodyOf, type Quote } from '../quotes/quotes.ts'
import type { Order } from './orders.ts'

/**
 * What an order keeps of who accepted, by ids alone: how it was signed and the consents it stands
 * on.
 */
const Kept = z.object({
  signed: z.enum(['code', 'egov', 'cabinet', 'promoter']).optional(),
  consents: z.array(z.string()).optional(),
})
type Signed = 'code' | 'egov' | 'cabinet' | 'promoter'

/**
 * Who accepts, as the token proves it: the client by the code of a moment ago, by e-ID or in the
 * cabinet; else the promoter, who says that the client does. A client who takes a promoter's quote
 * over stands for themself, their drivers have answered the promoter. `personalData`: version of
 * the text the buyer has agreed to, by the consent the order stands on. `mine`: what was given to
 * them.
 */
export async function acceptance(
  { db, me, clock }: Context,
  quote: Quote,
  mine: readonly Given[],
): Promise<{ signed: Signed; consents: string[]; personalData?: string }> {
  const who = me()
  const signed =
    who.kind === 'promoter'
      ? 'promoter'
      : who.kind === 'purchase'
        ? 'code'
        : who.beganBy === 'egov'
          ? 'egov'
          : 'cabinet'
  const handedOver =
    quote.promoter_iin && who.kind !== 'promoter'
      ? { kind: 'promoter' as const, iin: quote.promoter_iin }
      : null
  const theirs = handedOver
    ? await givenConsents(
        db,
        everybodyOf(quote.facts).map(({ iin }) => iin),
        { ...handedOver, partnerVisit: null },
        clock.now(),
      )
    : []
  const missing = theirs.filter(({ iin }) => mine.every((one) => one.iin !== iin))
  const given = [...mine, ...missing]
  const own = given.find(({ iin }) => iin === quote.buyer_iin)
  return {
    signed,
    consents: given.map(({ id }) => id),
    ...(own ? { personalData: own.version } : {}),
  }
}

/**
 * Who accepted, for the documents, with the answers and the promoter's name; null of an order from
 * before it was kept.
 */
export type Acceptance = {
  signed: Signed
  promoter: string
  given: { iin: string; channel: string; at: string; version: string }[]
}
export async function acceptanceOf(sql: Sql, order: Order): Promise<Acceptance | null> {
  const { signed, consents = [] } = Kept.parse(order.accepted)
  if (!signed) return null
  const promoter = order.promoter_iin
    ? await sql
        .selectFrom('accounts')
        .select(nameKeys)
        .where('realm', '=', 'promoter')
        .where('iin', '=', order.promoter_iin)
        .executeTakeFirst()
    : undefined
  const rows =
    consents.length > 0
      ? await sql
          .selectFrom('consents')
          .select(['iin', 'channel', 'answered_at', 'text_version'])
          .where('id', 'in', consents)
          .orderBy('answered_at')
          .execute()
      : []
  return {
    signed,
    promoter: promoter ? fullName(promoter) : '',
    given: rows.flatMap(({ iin, channel, answered_at, text_version: version }) =>
      answered_at ? [{ iin, channel, at: answered_at.toISOString(), version }] : [],
    ),
  }
}
