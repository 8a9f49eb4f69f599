import { sql } from 'kysely'
import type { z } from 'zod'
import type { Calculation } from '#contract/ogpo-calculate.ts'
import { addDays, almatyDay, type Day, fullYears, yearOf } from '#domain/calendar.ts'
import { overlap } from '#domain/ogpo/cover.ts'
import type { Tables } from '#domain/ogpo/tables.ts'
import { payOn } from '#domain/promoter/pay.ts'
import { ageExperienceId, EsbdRefused, type PolicyDraft } from '#systems/esbd/client.ts'
import { Unavailable } from '#systems/http.ts'
import { termsOf } from '../accounts/accounts.ts'
import { mayReadAll } from '../codes/client-proof.ts'
import type { Deps } from '../deps.ts'
import type { Context } from '../http/context.ts'
import type { Identity } from '../http/identity.ts'
import { maskedName, type PersonRecord, peopleRows } from '../persons/people.ts'
import type { SalePrice } from '../quotes/price.ts'
import type { QuoteFacts } from '../quotes/quotes.ts'
import { sinceLastOf } from '../quotes/renewal.ts'
import type { InsurerRow } from '../reference/reference.ts'
import { traceparent } from '../telemetry/trace.ts'
import type { Sale } from './gather.ts'

type Warning = {
  kind: 'overlap' | 'gap'
  registrationNumber: string
  globalId: string
  days: number
  start: Day
  end: Day
}

/** The policy that covers a car now and ends last. */
type Previous = { registrationNumber: string; end: Day }

/**
 * Returns the cars' current policies that overlap the new one, or the days without any: a warning
 * before payment, never a refusal. An unreachable database gives no warning.
 */
export async function policiesBefore(
  { systems }: Pick<Deps, 'systems'>,
  facts: QuoteFacts,
  today: Day,
): Promise<{ warnings: Warning[]; previous: Previous[] }> {
  const { term, replaces } = facts
  try {
    const found = await Promise.all(
      facts.vehicles.map(async (car) => {
        const policies = (
          await systems.esbd.policiesOfVehicle({ vehicleId: car.vehicleId }, addDays(today, -1))
        ).filter((policy) => policy.globalId !== replaces?.globalId)
        const end = policies.reduce<Day>(
          (last, policy) => (policy.end > last ? policy.end : last),
          '',
        )
        const previous = end ? [{ registrationNumber: car.plate, end }] : []
        const warning = overlap(policies, term.start, { end: term.end, today })
        if (!warning) return { warnings: [], previous }
        const [cause] = policies.filter((policy) =>
          warning.kind === 'overlap'
            ? policy.start <= warning.to && policy.end >= warning.from
            : policy.end < term.start,
        )
        return {
          warnings: [
            {
              kind: warning.kind,
              registrationNumber: car.plate,
              globalId: cause?.globalId ?? '',
              days: warning.days,
              start: warning.from,
              end: warning.to,
            },
          ],
          previous,
        }
      }),
    )
    return {
      warnings: found.flatMap(({ warnings }) => warnings),
      previous: found.flatMap(({ previous }) => previous),
    }
  } catch (cause) {
    if (cause instanceof Unavailable || cause instanceof EsbdRefused)
      return { warnings: [], previous: [] }
    throw cause
  }
}

type Reply = z.infer<typeof Calculation>
type NewQuote = {
  sale: Sale
  hash: Buffer
  facts: QuoteFacts
  price: SalePrice
  before: { warnings: Warning[]; previous: Previous[] }
  tables: Tables
  now: Date
  expiresAt: Date
  insurer: InsurerRow
  /** People the registers named; the quote stores those records. */
  registered: readonly PersonRecord[]
}

/**
 * One statement: the people, the facts, each coefficient, the version of the tables, and the very
 * answer that was given.
 */
export async function saveQuote(
  context: Context,
  { sale, hash, facts, price, before, tables, now, expiresAt, insurer, registered }: NewQuote,
): Promise<Reply> {
  const { db, me } = context
  const calculationId = crypto.randomUUID()
  const draft = `D-${calculationId.slice(0, 8).toUpperCase()}-${calculationId.slice(-6).toUpperCase()}`
  const { prolongGlobalId } = sale.order
  const since =
    prolongGlobalId && (await mayReadAll(context, prolongGlobalId))
      ? await sinceLastOf(db, prolongGlobalId, price.price)
      : null
  const reply: Reply = {
    calculationId,
    draft_id: draft,
    premium: price.total,
    insurance_premium: price.insurancePremium,
    broker_premium: price.commission,
    ogpo_plus_premium: price.ogpoPlusPremium,
    refund_sum: price.refund,
    surcharge_sum: price.surcharge,
    remaining_amount: price.remaining,
    total_amount: price.total,
    date_start: facts.term.start,
    date_end: facts.term.end,
    valid_until: expiresAt.toISOString(),
    insurer: {
      code: insurer.code,
      name: insurer.name,
      commissionPercent: facts.insurer.commissionPercent,
      acceptsBadScoring: insurer.acceptsBadScoring,
    },
    tables_version: tables.version,
    price_kind: price.price.kind,
    cars: carsOf(facts, price, me()),
    warnings: before.warnings,
    ...(since ? { since_last: since } : {}),
    // Fields of the promoter's own work; clients do not get them.
    ...(me().kind === 'promoter'
      ? {
          previous: before.previous,
          own_pay: payOn(await termsOf(db, me().iin), almatyDay(now), price.commission),
        }
      : {}),
  }
  const quote = db.insertInto('quotes').values({
    id: calculationId,
    application_id: sale.operation.applicationId,
    request_hash: hash,
    ...(me().kind === 'promoter'
      ? { buyer_iin: facts.policyholder.iin, promoter_iin: me().iin }
      : { buyer_iin: me().iin }),
    kind: sale.order.reorderGlobalId ? 'reissue' : sale.order.prolongGlobalId ? 'prolong' : 'new',
    draft_number: draft,
    insurer_id: insurer.id,
    facts: JSON.stringify(facts),
    price: JSON.stringify(price.price),
    tables_version: tables.version,
    insurance_premium: price.insurancePremium,
    ogpo_plus_premium: price.ogpoPlusPremium,
    commission: price.commission,
    remaining_amount: price.remaining,
    surcharge: price.surcharge,
    refund: price.refund,
    replaces_global_id: sale.order.reorderGlobalId ?? null,
    position: positionOf(sale, now),
    reply: JSON.stringify(reply),
    created_at: now,
    expires_at: expiresAt,
    trace: traceparent(),
  })
  const people = registered.length > 0 ? peopleRows(db, registered, now) : null
  await (people ? sql`with people as (${people}) ${quote}`.execute(db) : quote.execute())
  return reply
}

/** The price of each car; the names of others than the buyer are masked. */
function carsOf(facts: QuoteFacts, price: SalePrice, me: Identity): Reply['cars'] {
  const names = new Map(
    facts.insured.map((person) => [
      person.iin,
      person.iin === me.iin && me.kind !== 'promoter'
        ? `${person.name} ${person.surname}`
        : maskedName(person),
    ]),
  )
  const cars = new Map(facts.vehicles.map((car) => [car.plate, `${car.make} ${car.model}`]))
  return price.price.cars.map((car) => ({
    registrationNumber: car.plate,
    makeModel: cars.get(car.plate) ?? '',
    premium: car.premium,
    decisiveIin: car.decisive,
    lines: car.lines.map((line) => ({
      iin: line.iin,
      name: names.get(line.iin) ?? '',
      premium: line.premium,
      factors: line.factors.map((factor) => ({ ...factor, because: { ...factor.because } })),
    })),
  }))
}

const positionOf = ({ operation }: Sale, now: Date): string | null =>
  operation.latitude === undefined
    ? null
    : JSON.stringify({
        latitude: operation.latitude,
        longitude: operation.longitude,
        accuracy: operation.accuracy,
        judgedAt: now.toISOString(),
      })

/**
 * Converts the quote's facts to the unified database's policy. `concludedOn`: the day of the quote,
 * until there is money.
 */
export function draftOf(
  facts: QuoteFacts,
  of: { number: string; premium: number; email: string; rewriteOf?: number; concludedOn?: Day },
): PolicyDraft {
  const { quotedOn, term, insurer } = facts
  return {
    number: of.number,
    insurerSystemId: insurer.esbdSystemId,
    start: term.start,
    end: term.end,
    policyDate: of.concludedOn ?? quotedOn,
    premium: of.premium,
    policyholderClientId: facts.policyholder.clientId,
    phone: facts.phone,
    email: of.email,
    drivers: facts.insured.map((person) => {
      const experienceYears = person.licence
        ? Math.max(0, fullYears(person.licence.experienceFrom, quotedOn))
        : 0
      return {
        clientId: person.clientId,
        ageExperienceId: ageExperienceId(fullYears(person.birthDate, quotedOn), experienceYears),
        experienceYears,
        licence: {
          number: person.licence?.number ?? '',
          issueDate: person.licence?.issueDate ?? person.birthDate,
        },
        classCode: person.bonusMalus.kind === 'CLASS' ? person.bonusMalus.class : null,
        privilege: person.privilege,
      }
    }),
    vehicles: facts.vehicles.map((car) => ({
      vehicleId: car.vehicleId,
      type: car.type,
      yearOver7: yearOf(quotedOn) - car.year > 7,
      plate: car.plate,
      techPassport: car.techPassport,
      region: car.region,
      settlement: car.settlement,
    })),
    middlemanContract: insurer.middlemanContract,
    ...(of.rewriteOf === undefined ? {} : { rewriteOf: of.rewriteOf }),
    ...(term.seasonal ? { seasonal: true } : {}),
  }
}
