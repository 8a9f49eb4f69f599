import { createHash } from 'node:crypto'
import { isBin } from '#domain/iin.ts'
import { quoteExpiresAt } from '#domain/lifetimes.ts'
import {
  type ConsentFact,
  checkShape,
  eligibility,
  insuredIins,
  type PersonFacts,
} from '#domain/ogpo/eligibility.ts'
import { defaultVariant, variants } from '#domain/ogpo/limits.ts'
import { endDay } from '#domain/ogpo/period.ts'
import type { Finding } from '#domain/refusals.ts'
import { EsbdRefused } from '#systems/esbd/client.ts'
import { Unavailable } from '#systems/http.ts'
import { fieldText } from '#texts/fields.ts'
import { isOwn } from '../accounts/owner.ts'
import { askerOf } from '../consent/asker.ts'
import { consentFacts } from '../consent/consent-facts.ts'
import { heldConsent } from '../consent/held-consent.ts'
import { exclusively } from '../db/locks.ts'
import { whatIsAsked } from '../http/going-on.ts'
import { invalid, ok, refuse, refuseFor } from '../http/refuse.ts'
import { type Context, handle, inProgress } from '../http/route.ts'
import { type Asked, askPerson, NOT_KNOWN_YET } from '../persons/ask-person.ts'
import { keepPerson, typedPeople } from '../persons/people.ts'
import type { PersonRecord } from '../persons/record.ts'
import { everybodyOf, type QuoteFacts } from '../quotes/facts.ts'
import { priceOf } from '../quotes/price.ts'
import { quoteByApplication } from '../quotes/quotes.ts'
import { agreedOn } from './agreed.ts'
import type { Channel } from './channel.ts'
import { draftOf } from './draft.ts'
import { type CarFound, findCar, missingReason } from './find-car.ts'
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
  const done = await exclusively(locks, `calculate:${sale.operation.applicationId}`, async () => {
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
function repeated(
  earlier: NonNullable<Awaited<ReturnType<typeof quoteByApplication>>>,
  hash: Buffer,
  { me, locale }: Context,
) {
  // A quote whose typed identity the register has meanwhile replaced is over: what is bought is
  // calculated under a new id.
  if (!isOwn(me(), earlier) || !earlier.hash.equals(hash) || earlier.ended)
    throw invalid([{ path: 'operation.applicationId', message: fieldText('uuid', locale) }])
  return ok({ calculations: [earlier.reply] })
}

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
  // Clients insure in their own name; a legal entity is told politely that staff do it (14015).
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
 * A consent of ours counts where the state knows of it, or nobody could ask the state and the
 * identity was typed by hand.
 */
function withTheState({ consent, byHand, down }: Asked): ConsentFact {
  if (consent === 'held' || byHand || down || consent === null) return 'approved'
  return consent === 'unreachable' ? 'missing' : consent
}

async function quote(sale: Sale, hash: Buffer, context: Context, channel: Channel) {
  const { db, clock, reference, config, locale, me } = context
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
  if (!tables) return refuse(locale, 12002, undefined, 'tables')
  const insurers = await reference.insurers(today)
  const insurer = sale.order.insurer
    ? insurers.find((row) => row.code === sale.order.insurer)
    : (await agreedOn(context, insurers))[0]
  if (!insurer) throw invalid([{ path: 'order.insurer', message: fieldText('insurer', locale) }])
  const commission = await reference.commission(today, insurer.code, 'ogpo')
  const plus = sale.order.ogpoPlus ? await reference.ogpoPlus(today) : null
  const replaced = await replacedPolicy(context, sale, insurer.code)
  if ('refused' in replaced) return replaced.refused

  // Gather: everything that does not depend on an answer is asked at once.
  const holder = sale.insurant
  const iins = insuredIins(sale)
  const typed = await typedPeople(db, [holder.iin, ...iins], me().iin, now)
  const experienced = (iin: string) =>
    sale.drivers.find((row) => row.iin === iin)?.experienceOver2Years ??
    (iin === holder.iin ? holder.experienceOver2Years : undefined)
  const says = (iin: string) =>
    (iin === holder.iin && holder.privilege) ||
    sale.drivers.some((row) => row.iin === iin && row.privilege)
  const everyone = [...new Set([holder.iin, ...iins])]
  const consents = await consentFacts(db, everyone, me(), now)
  const agreed = (iin: string) => consents.get(iin) === 'approved'
  // Without the consent of somebody who says to have a benefit nothing is told about it, not even
  // by the price.
  const asker = await askerOf(db, me())
  const consentOf = (iin: string) =>
    channel.consentRequired || says(iin) ? (consents.get(iin) ?? 'missing') : 'approved'
  const [people, cars, phone, scored] = await Promise.all([
    Promise.all(
      everyone.map((iin) =>
        askPerson(
          { systems },
          {
            iin,
            drives: iins.includes(iin),
            experienced: experienced(iin),
            privilege: says(iin) && agreed(iin),
            saves: agreed(iin) || !channel.consentRequired,
            consent: () => heldConsent(context, asker, iin, consentOf(iin) === 'approved'),
            ...(iin === holder.iin ? { contact: { phone: holder.phone } } : {}),
          },
          today,
          { typed: typed.get(iin) ?? null },
        ),
      ),
    ),
    Promise.all(
      sale.vehicles.map(({ registrationNumber: plate, techPassport, ownerIin: owner }) =>
        findCar(systems, { plate, techPassport, owner }, everyone.filter(agreed), (iin) =>
          heldConsent(context, asker, iin, true),
        ),
      ),
    ),
    systems.bmg.owns(holder.iin, holder.phone),
    scoreOf(context, sale, iins),
  ])
  const screenings = await Promise.all(
    people.map((person) =>
      person.birthDate && person.record
        ? context.screening.check({
            iin: person.iin,
            typed: person.byHand,
            surname: person.record.surname,
            name: person.record.name,
            patronymic: person.record.patronymic,
            birthDate: person.birthDate,
          })
        : context.screening.check({
            iin: person.iin,
            surname: '',
            name: '',
            patronymic: '',
            birthDate: person.birthDate ?? '1900-01-01',
          }),
    ),
  )

  // Decide: every finding, not the first.
  const facts = people.map(
    (person, at): PersonFacts => ({
      iin: person.iin,
      found: person.found,
      resident: person.resident,
      documents: person.documents,
      birthDate: person.birthDate,
      screening: quotingScreening(screenings[at]),
      phoneLinked: person.iin === holder.iin ? phone === 'yes' : null,
      // Agreed to us, and told to the state, which may ask the person itself.
      consent: consentOf(person.iin) === 'approved' ? withTheState(person) : consentOf(person.iin),
      licence: person.licence,
      experience: person.experience,
      ...(person.saved === undefined ? {} : { saved: person.saved }),
    }),
  )
  const policyholder = facts.find((person) => person.iin === holder.iin)
  if (!policyholder) throw new Error('the policyholder was not asked about')
  const findings: Finding[] = [
    ...people.flatMap((person) => (person.down ? [person.down] : [])),
    ...eligibility(
      {
        policyholder,
        willDrive: holder.willDrive,
        drivers: facts.filter((person) => iins.includes(person.iin)),
        vehicles: sale.vehicles.map((car, at) => ({
          plate: car.registrationNumber,
          ...foundFacts(cars[at]),
        })),
        start: sale.order.dateStart,
        commissionAgrees: commission !== null,
        scoring: scored === 'bad' && insurer.acceptsBadScoring ? 'ok' : scored,
      },
      today,
    ),
  ]
  const [first, ...others] = findings
  if (first?.code === 12010)
    await noteMismatch(db, { insurer: insurer.code, day: today, ours: commission, theirs: null })
  if (first || commission === null) return refuseFor(locale, [first ?? { code: 12010 }, ...others])

  const records = new Map(
    people.flatMap((person) => (person.record ? [[person.iin, person.record] as const] : [])),
  )
  const record = (iin: string): PersonRecord => {
    const found = records.get(iin)
    if (!found) throw new Error('a person without findings has no record')
    return found
  }
  const quoteFacts: QuoteFacts = {
    quotedOn: today,
    policyholder: record(holder.iin),
    willDrive: iins.includes(holder.iin),
    phone: holder.phone,
    insured: iins.map(record),
    vehicles: cars.flatMap((found) => ('car' in found ? [found.car] : [])),
    term: {
      start: sale.order.dateStart,
      end: endDay(sale.order.dateStart, sale.order.period),
      months: sale.order.period,
      seasonal: sale.order.seasonal === true,
    },
    insurer: {
      id: insurer.id,
      code: insurer.code,
      name: insurer.name,
      esbdSystemId: insurer.esbdSystemId,
      commissionPercent: commission,
      middlemanContract: insurer.middlemanContract,
      correctionDeviation: insurer.correctionDeviation,
    },
    ogpoPlus: plus ? { payout: plus.payout, premium: plus.premium } : null,
    badScoring: scored === 'bad',
    replaces: replaced.policy,
  }
  const price = priceOf(quoteFacts, tables)
  if (price.price.kind === 'many' && !insurer.sellsManyByMany) return refuse(locale, 14018)
  const draft = draftOf(quoteFacts, {
    number: sale.operation.applicationId,
    premium: price.insurancePremium,
    email: '',
  })
  // Of somebody typed by hand whom the database does not know it can check nothing yet.
  const checks = everybodyOf(quoteFacts).every(({ clientId }) => clientId !== NOT_KNOWN_YET)
  const [warnings, checked] = await Promise.all([
    warningsFor({ systems }, quoteFacts, today),
    checks
      ? samePrice(context, draft, sale.operation.applicationId).then(
          () => 'same' as const,
          priceCheckFailed,
        )
      : 'same',
  ])
  if (checked !== 'same') return refuse(locale, 12002, undefined, checked)

  // Record.
  await Promise.all(
    people.flatMap(({ record, byHand }) =>
      record && !byHand ? [keepPerson(db, record, { at: now, typed: false })] : [],
    ),
  )
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
  })
  return ok({ calculations: [reply] })
}

const foundFacts = (found: CarFound | undefined) =>
  found && 'car' in found
    ? { found: true, type: found.car.type }
    : { found: false, type: null, ...missingReason(found ?? { missing: 'car' }) }

/**
 * Quoting goes on while the lists are too old; issuing does not (decisions; external-systems.md
 * section 4).
 */
const quotingScreening = (
  verdict: PersonFacts['screening'] | undefined,
): PersonFacts['screening'] =>
  verdict === undefined || verdict === 'unavailable' ? 'clear' : verdict

async function scoreOf(
  { systems }: Context,
  sale: Sale,
  iins: string[],
): Promise<'ok' | 'bad' | 'unavailable'> {
  try {
    return await systems.scoring.score({
      policyholder: sale.insurant.iin,
      drivers: iins,
      plates: sale.vehicles.map((car) => car.registrationNumber),
      key: sale.operation.applicationId,
    })
  } catch (cause) {
    if (cause instanceof Unavailable) return 'unavailable'
    throw cause
  }
}

function priceCheckFailed(cause: unknown): 'price' | 'price_differs' {
  if (cause instanceof PriceDiffers) return 'price_differs'
  if (cause instanceof Unavailable || cause instanceof EsbdRefused) return 'price'
  throw cause
}
