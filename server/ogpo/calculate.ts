import { createHash } from 'node:crypto'
import { bulkhead } from 'cockatiel'
import { controlPointRadiusMetres } from '#domain/constants.ts'
import { distanceMetres, judgePosition } from '#domain/geo.ts'
import { isBin } from '#domain/iin.ts'
import { quoteExpiresAt } from '#domain/lifetimes.ts'
import { checkShape } from '#domain/ogpo/eligibility.ts'
import { defaultVariant, promoterLimits, variants } from '#domain/ogpo/limits.ts'
import * as refusals from '#domain/refusals.ts'
import type { UnifiedDatabase } from '#systems/esbd/by-insurer.ts'
import { EsbdRefused } from '#systems/esbd/client.ts'
import { Unavailable } from '#systems/http.ts'
import { fieldText } from '#texts/fields.ts'
import { actorOf, isOwn } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import { withLock } from '../db/locks.ts'
import type { Context } from '../http/context.ts'
import { whatIsAsked } from '../http/going-on.ts'
import {
  HttpError,
  inProgress,
  invalid,
  ok,
  type Refused,
  refuse,
  refuseFor,
} from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { refusedPrice } from '../kyc/frozen.ts'
import { countingFailures } from '../orders/sold-by.ts'
import { NOT_KNOWN_YET } from '../persons/ask-person.ts'
import { priceOf, type SalePrice } from '../quotes/price.ts'
import { everybodyOf, type QuoteFacts, quoteByApplication } from '../quotes/quotes.ts'
import { blockPage } from '../reference/block-page.ts'
import { findingsOf, quoteFactsOf } from './decide.ts'
import { type Channel, gather, type Sale } from './gather.ts'
import { agreedOn, noteMismatch, PriceDiffers, samePrice } from './price-check.ts'
import { draftOf, policiesBefore, saveQuote } from './quote.ts'
import { replacedPolicy } from './replaced.ts'

/** Checks the form of a calculation. */

function shapeErrors(sale: Sale, { clock, locale, me }: Context, { limits }: Channel) {
  const shape = {
    insurant: sale.insurant,
    drivers: sale.drivers,
    vehicles: sale.vehicles,
    order: sale.order,
  }
  const problems: { path: string; message: string }[] = checkShape(shape, clock.today(), limits)
  if (sale.order.reorderGlobalId && sale.order.prolongGlobalId)
    problems.push({ path: 'order.prolongGlobalId', message: 'both_replacements' })
  // Clients insure in their own name; refuses a legal entity with a hint that staff sell to it
  // (`legalEntity`).
  if (me().kind !== 'promoter' && sale.insurant.iin !== me().iin && !isBin(sale.insurant.iin))
    problems.push({ path: 'insurant.iin', message: 'iin_not_yours' })
  const position = [
    sale.operation.latitude,
    sale.operation.longitude,
    sale.operation.accuracy,
  ].filter((value) => value !== undefined)
  if (position.length > 0 && position.length < 3)
    problems.push({ path: 'operation.latitude', message: 'position' })
  if (problems.length > 0)
    throw invalid(
      problems.map(({ path, message }) => ({ path, message: fieldText(message, locale) })),
    )
}

/**
 * The unified database for one calculation: at most as many of its verbs at once as there are
 * sessions, so that the time limit of a verb begins when it is its turn and fifteen people with
 * fifteen cars do not wait it out in the queue.
 */
export function inTurns(esbd: UnifiedDatabase, sessions: number): UnifiedDatabase {
  const turns = bulkhead(sessions, Number.POSITIVE_INFINITY)
  const turn = <T>(verb: () => Promise<T>): Promise<T> => turns.execute(verb)
  return {
    ...esbd,
    findPerson: (iin) => turn(() => esbd.findPerson(iin)),
    savePerson: (person, known) => turn(() => esbd.savePerson(person, known)),
    bonusMalus: (clientId, on) => turn(() => esbd.bonusMalus(clientId, on)),
    findVehicle: (of) => turn(() => esbd.findVehicle(of)),
    policiesOfVehicle: (of, on) => turn(() => esbd.policiesOfVehicle(of, on)),
  }
}

/**
 * Refuses a sale by the place it is made at: `positionUnusable` for an unusable position,
 * `nearControlPoint` with distance and radius in whole metres.
 */
async function refusedPosition(
  { reference, clock, locale, askedAt }: Context,
  operation: Sale['operation'],
  required: boolean,
): Promise<Refused | null> {
  const { latitude, longitude, accuracy, dateTime } = operation
  const sent = latitude !== undefined && longitude !== undefined && accuracy !== undefined
  if (!sent && !required) return null
  const points = await reference.controlPoints(clock.today())
  // `dateTime` is the moment of measurement; without it the position counts as measured when it was
  // sent. Work continued after a crash is judged by the first request's time, so its position has
  // not aged.
  const finding = judgePosition(
    sent ? { latitude, longitude, accuracy, at: dateTime ? new Date(dateTime) : askedAt } : null,
    points,
    askedAt,
  )
  if (!finding) return null
  const refused = refuseFor(locale, [finding])
  const point = points.find(({ id }) => id === finding.reason)
  if (!sent || !point) return refused
  const place = {
    distance: Math.round(distanceMetres({ latitude, longitude }, point)),
    radius: point.radius ?? controlPointRadiusMetres,
  }
  return { ...refused, data: { ...refused.data, ...place } }
}

/**
 * Checks everyone and every car, prices by the law's tariff and stores the quote. Idempotent by
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
async function calculateSale(sale: Sale, context: Context, channel: Channel) {
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
 * Hashes what is being bought. Time and place of the request may differ between two tries of one
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
  // Ends a quote if the register has replaced a typed identity since, or its order failed: the
  // client calculates again under a new id.
  if (!isOwn(me(), earlier) || !earlier.hash.equals(hash) || earlier.ended)
    throw invalid([{ path: 'operation.applicationId', message: fieldText('uuid', locale) }])
  const stopped = await refusedPrice(context, everybodyOf(earlier.facts))
  return stopped ?? ok({ calculations: [earlier.reply] })
}

/** Gathers all replies, decides by them and stores the quote. */
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
  // One car under two plates: the register knows it by its VIN.
  const vins = quoteFacts.vehicles.map(({ vin }) => vin)
  const twice = vins.findIndex((vin, at) => vin !== '' && vins.indexOf(vin) < at)
  if (twice >= 0)
    throw invalid([
      {
        path: `vehicles.${twice}.registrationNumber`,
        message: fieldText('plate_repeated', locale),
      },
    ])
  const price = priceOf(quoteFacts, tables)
  if (price.price.kind === 'many' && !insurer.sellsManyByMany)
    return refuse(locale, refusals.manyByManyRefused)
  const [before, checked] = await Promise.all([
    policiesBefore({ systems }, quoteFacts, today),
    priceChecked(sale, context, quoteFacts, { price, differed: gathered.differed }),
  ])
  if (checked !== 'same') return refuse(locale, refusals.apiUnavailable, undefined, checked)

  const reply = await saveQuote(context, {
    sale,
    hash,
    facts: quoteFacts,
    price,
    before,
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
  // The database cannot check anything for a hand-typed person it does not know yet.
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

/**
 * Calculates for a promoter: under their own IIN alone, with the position always judged, and
 * consents if the configuration or the promoter requires them.
 */
export const promoterCalculate = handle(
  'promoterCalculate',
  async ({ operation, ...sale }, context) => {
    const { me, db, clock, reference, locale } = context
    const { consentRequired, ...asked } = operation
    if (asked.agentIin !== undefined && asked.agentIin !== me().iin) throw new HttpError(403)
    return countingFailures(context, 'calculate', async () => {
      const page = await blockPage(db, clock.now())
      if (page.active) return refuse(locale, refusals.pageBlocked, { text: page.text })
      const answer = await calculateSale({ ...sale, operation: asked }, context, {
        limits: promoterLimits,
        positionRequired: true,
        consentRequired: consentRequired === true || (await reference.promoterConsentRequired()),
      })
      await audit(db, clock.now(), {
        actor: actorOf(me()),
        action: 'sale.calculated',
        object: { kind: 'application', id: asked.applicationId },
        details: {
          drivers: sale.drivers.length,
          cars: sale.vehicles.length,
          code: answer.success ? 0 : answer.code,
        },
      })
      return answer
    })
  },
)
