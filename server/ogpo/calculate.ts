import { createHash } from 'node:crypto'
import { quoteExpiresAt } from '#domain/lifetimes.ts'
import { defaultVariant, variants } from '#domain/ogpo/limits.ts'
import * as refusals from '#domain/refusals.ts'
import { EsbdRefused } from '#systems/esbd/client.ts'
import { Unavailable } from '#systems/http.ts'
import { fieldText } from '#texts/fields.ts'
import { isOwn } from '../accounts/owner.ts'
import { withLock } from '../db/locks.ts'
import { whatIsAsked } from '../http/call-key.ts'
import type { Context } from '../http/context.ts'
import { inProgress, invalid, ok, refuse, refuseFor } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { refusedPrice } from '../kyc/frozen.ts'
import { NOT_KNOWN_YET } from '../persons/save-asked.ts'
import type { QuoteFacts } from '../quotes/facts.ts'
import { everybodyOf } from '../quotes/people.ts'
import { priceOf, type SalePrice } from '../quotes/price.ts'
import { quoteByApplication } from '../quotes/quotes.ts'
import { agreedOn } from './agreed.ts'
import { shapeErrors } from './calculation-shape.ts'
import type { Channel } from './channel.ts'
import { findingsOf, quoteFactsOf } from './decide.ts'
import { draftOf } from './draft.ts'
import { gather } from './gather.ts'
import { inTurns } from './in-turns.ts'
import { noteMismatch } from './mismatch.ts'
import { refusedPosition } from './position.ts'
import { replacedPolicy } from './replaced.ts'
import type { Sale } from './sale.ts'
import { saveQuote } from './save-quote.ts'
import { PriceDiffers, samePrice } from './their-price.ts'
import { warningsFor } from './warnings.ts'

/**
 * Checks everyone and every car, prices by the law's tariff and keeps the quote. Idempotent by
 * `operation.applicationId`.
 */
export const calculate = handle('ogpoCalculate', async (sale, context) =>
  calculateSale(sale, context, {
    limits: variants[sale.order.variant ?? defaultVariant],
    positionRequired: await context.reference.positionRequired(),
    consentRequired: true,
  }),
)

/** The way of a calculation through either channel. */
export async function calculateSale(sale: Sale, context: Context, channel: Channel) {
  const { me, db, limits, locks } = context
  const hash = hashOf(sale)
  const done = await withLock(locks, `calculate:${sale.operation.applicationId}`, async () => {
    const earlier = await quoteByApplication(db, sale.operation.applicationId)
    if (earlier) return repeated(earlier, hash, context)
    shapeErrors(sale, context, channel)
    await limits.count('calculatesPerBuyer', me().iin)
    return quote(sale, hash, context, channel)
  })
  if (!done) throw inProgress()
  return done
}

/**
 * Of what is being bought. When and where it is asked may differ between two tries of one
 * application.
 */
const hashOf = (sale: Sale): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(whatIsAsked(sale)))
    .digest()

/**
 * The same application is the same quote; the same id with other facts or another buyer is a
 * mistake of the caller.
 */
async function repeated(
  earlier: NonNullable<Awaited<ReturnType<typeof quoteByApplication>>>,
  hash: Buffer,
  context: Context,
) {
  const { me, locale } = context
  // A quote whose typed identity the register has meanwhile replaced is over, and one whose order
  // came to nothing: what is bought is calculated under a new id.
  if (!isOwn(me(), earlier) || !earlier.hash.equals(hash) || earlier.ended)
    throw invalid([{ path: 'operation.applicationId', message: fieldText('uuid', locale) }])
  const stopped = await refusedPrice(context, everybodyOf(earlier.facts))
  return stopped ?? ok({ calculations: [earlier.reply] })
}

/** Gathers what everybody says, decides by it and records the quote. */
async function quote(sale: Sale, hash: Buffer, context: Context, channel: Channel) {
  const { db, clock, reference, config, locale } = context
  const systems = {
    ...context.systems,
    esbd: inTurns(
      context.systems.esbd,
      config.systems.esbd.insurers.flatMap(({ users }) => users).length,
    ),
  }
  const now = clock.now()
  const today = clock.today()
  const position = await refusedPosition(context, sale.operation, channel.positionRequired)
  if (position) return position
  const tables = await reference.tables(today)
  if (!tables) return refuse(locale, refusals.apiUnavailable, undefined, 'tables')
  const insurers = await reference.insurers(today)
  const insurer = sale.order.insurer
    ? insurers.find((row) => row.code === sale.order.insurer)
    : (await agreedOn(context, insurers))[0]
  if (!insurer) throw invalid([{ path: 'order.insurer', message: fieldText('insurer', locale) }])
  const commission = await reference.commission(today, insurer.code, 'ogpo')
  const plus = sale.order.ogpoPlus ? await reference.ogpoPlus(today) : null
  const replaced = await replacedPolicy(context, sale, insurer.code)
  if ('refused' in replaced) return replaced.refused

  const gathered = await gather(sale, context, systems, channel)
  const findings = findingsOf(sale, gathered, { insurer, commission, today })
  const [first, ...others] = findings
  if (first?.code === refusals.brokerPremiumMismatch)
    await noteMismatch(db, { insurer: insurer.code, day: today, ours: commission, theirs: null })
  if (first || commission === null)
    return refuseFor(locale, [first ?? { code: refusals.brokerPremiumMismatch }, ...others])

  const quoteFacts = quoteFactsOf(sale, gathered, {
    insurer,
    commission,
    today,
    ogpoPlus: plus,
    replaces: replaced.policy,
  })
  const price = priceOf(quoteFacts, tables)
  if (price.price.kind === 'many' && !insurer.sellsManyByMany)
    return refuse(locale, refusals.manyByManyRefused)
  const [warnings, checked] = await Promise.all([
    warningsFor({ systems }, quoteFacts, today),
    priceChecked(sale, context, quoteFacts, { price, differed: gathered.differed }),
  ])
  if (checked !== 'same') return refuse(locale, refusals.apiUnavailable, undefined, checked)

  const reply = await saveQuote(context, {
    sale,
    hash,
    facts: quoteFacts,
    price,
    warnings,
    tables,
    now,
    expiresAt: quoteExpiresAt(now),
    insurer,
    registered: gathered.people.flatMap(({ record, byHand }) =>
      record && !byHand ? [record] : [],
    ),
  })
  return ok({ calculations: [reply] })
}

/** Their price for the draft against ours. */
async function priceChecked(
  sale: Sale,
  context: Context,
  facts: QuoteFacts,
  { price, differed }: { price: SalePrice; differed: boolean },
): Promise<'same' | 'price' | 'price_differs'> {
  // Of somebody typed by hand whom the database does not know it can check nothing yet.
  if (everybodyOf(facts).some(({ clientId }) => clientId === NOT_KNOWN_YET)) return 'same'
  const draft = draftOf(facts, {
    number: sale.operation.applicationId,
    premium: price.insurancePremium,
    email: '',
  })
  try {
    await samePrice(context, draft, sale.operation.applicationId, differed)
    return 'same'
  } catch (cause) {
    if (cause instanceof PriceDiffers) return 'price_differs'
    if (cause instanceof Unavailable || cause instanceof EsbdRefused) return 'price'
    throw cause
  }
}
