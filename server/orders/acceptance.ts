import { z } from 'zod'
import { fullName, nameKeys } from '#domain/person.ts'
import { type Given, givenConsents } from '../consent/consent-facts.ts'
import type { Sql } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { everybodyOf, type Quote } from '../quotes/quotes.ts'
import type { Order } from './orders.ts'

/**
 * What an order stores about the acceptance, by ids alone: the signature's kind and the consents.
 */
const Kept = z.object({
  signed: z.enum(['code', 'egov', 'cabinet', 'promoter']).optional(),
  consents: z.array(z.string()).optional(),
})
type Signed = 'code' | 'egov' | 'cabinet' | 'promoter'

/**
 * Returns who accepts, as the token proves it: the client by a fresh code, by e-ID or in the
 * cabinet; else the promoter, who declares that the client accepts. A client who takes over a
 * promoter's quote accepts for themself only; their drivers have answered the promoter.
 * `personalData`: version of the text the buyer agreed to, by the order's consent. `mine`: consents
 * given to the caller.
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
 * The acceptance as documents show it, with the answers and the promoter's name; null for orders
 * older than this record.
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
