import { positionReusable } from '#domain/geo.ts'
import { earliestStart } from '#domain/ogpo/period.ts'
import * as refusals from '#domain/refusals.ts'
import type { Context } from '../http/context.ts'
import { refuse } from '../http/refuse.ts'
import { everybodyOf } from '../quotes/people.ts'
import type { SalePrice } from '../quotes/price.ts'
import { stillAgreed } from './agreed.ts'
import { typedIdentities } from './before-issue.ts'
import type { OrderFacts } from './order-facts.ts'
import { hindranceOf } from './replaced.ts'

/** Why an order is refused though its price was calculated. */

/** Why the quote can't be ordered now; null when it can. */
export async function refusedNow(
  { quote, blockPage, cases }: OrderFacts,
  price: SalePrice,
  context: Context,
  now: Date,
) {
  const { db, clock, locale, reference, screening } = context
  if (quote.promoter_iin && blockPage.active) return refuse(locale, refusals.pageBlocked)
  if (now > quote.expires_at || quote.facts.term.start < earliestStart(clock.today()))
    return refuse(locale, refusals.quoteExpired)
  const hindrance = quote.replaces_global_id
    ? await hindranceOf(db, quote.replaces_global_id, clock.today())
    : null
  if (hindrance) return refuse(locale, refusals.policyNotSuitable, undefined, hindrance)
  const tables = await reference.tables(clock.today())
  if (!tables || tables.version !== quote.tables_version)
    return refuse(locale, refusals.quoteExpired)
  if (
    price.insurancePremium !== quote.insurance_premium ||
    price.ogpoPlusPremium !== quote.ogpo_plus_premium
  )
    return refuse(locale, refusals.quoteExpired)
  if (!(await stillAgreed(quote, context))) return refuse(locale, refusals.brokerPremiumMismatch)
  if (quote.promoter_iin || (await reference.positionRequired())) {
    const judged =
      quote.position && typeof quote.position === 'object' && 'judgedAt' in quote.position
        ? new Date(String(quote.position.judgedAt))
        : null
    if (!judged || !positionReusable(judged, now))
      return refuse(locale, refusals.positionUnusable, undefined, 'missing')
  }
  const unproved = await typedIdentities(context, quote)
  if (unproved) return unproved
  for (const person of everybodyOf(quote.facts)) {
    const verdict = await screening.check(person, cases.get(person.iin) ?? null)
    if (verdict === 'unavailable')
      return refuse(locale, refusals.terroristMatch, { reason: 'unavailable' }, 'unavailable')
    if (verdict !== 'clear')
      return refuse(locale, refusals.terroristMatch, { driver_iin: person.iin })
  }
  return null
}
