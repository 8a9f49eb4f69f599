import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import type { CalculateBody } from '#contract/ogpo-calculate.ts'
import { insuredIins } from '#domain/ogpo/eligibility.ts'
import type { ConsentFact } from '#domain/ogpo/eligibility-facts.ts'
import type { Limits } from '#domain/ogpo/limits.ts'
import { namesOf, unnamed } from '#domain/person.ts'
import { Unavailable } from '#systems/http.ts'
import {
  type Asker,
  answersIn,
  askerWith,
  factsOf,
  selectAnswers,
} from '../consent/consent-facts.ts'
import { heldConsent } from '../consent/held-consent.ts'
import { selectTokens, type Token } from '../consent/tokens.ts'
import type { Db } from '../db/connect.ts'
import { openFinding } from '../esbd/findings.ts'
import type { Context } from '../http/context.ts'
import type { Identity } from '../http/identity.ts'
import { type CaseSeen, selectCases } from '../kyc/cases.ts'
import { askPerson } from '../persons/ask-person.ts'
import { type Asked, selectTyped, type TypedPerson, typedOf } from '../persons/people.ts'
import { findCar } from './find-car.ts'
import { priceFinding } from './price-check.ts'

/** Rules that differ by where a sale is made (settled.md, "Identity" and "Position"). */
export type Channel = {
  limits: Limits
  /** The sale must name its place; a position that is sent is checked in any case. */
  positionRequired: boolean
  /** Everybody insured must have consented to look-ups. */
  consentRequired: boolean
}

/** Our own data about the people of a sale, by IIN. */
export type HeldFacts = {
  asker: Asker
  typed: ReadonlyMap<string, TypedPerson>
  consents: ReadonlyMap<string, ConsentFact>
  tokens: readonly Token[]
  /** Their cases of screening; who has none is missing. */
  cases: ReadonlyMap<string, CaseSeen>
  /** Staff were notified that this application's price differs, and it is not settled. */
  differed: boolean
}

/** All of it in one statement. */
async function heldFacts(
  db: Db,
  { iins, applicationId }: { iins: readonly string[]; applicationId: string },
  me: Identity,
  now: Date,
): Promise<HeldFacts> {
  const row = await db
    .selectNoFrom(({ selectFrom, fn, val }) => {
      const among = fn.any(val([...iins]))
      return [
        selectFrom('partner_visits')
          .select('partner_visits.partner')
          .where('partner_visits.id', '=', me.partnerVisit)
          .as('partner'),
        openFinding(db).where('esbd_findings.key', '=', priceFinding(applicationId)).as('finding'),
        jsonArrayFrom(selectTyped(db, iins, me.iin, now)).as('typed'),
        jsonArrayFrom(selectAnswers(db, me.iin).where('consents.iin', '=', among)).as('consents'),
        jsonArrayFrom(
          selectTokens(db, me.iin, now)
            .where('consent_tokens.iin', '=', among)
            .select(sql<string>`encode(consent_tokens.sealed, 'base64')`.as('sealed')),
        ).as('tokens'),
        jsonArrayFrom(selectCases(db).where('kyc_cases.iin', '=', among)).as('cases'),
      ]
    })
    .executeTakeFirstOrThrow()
  const asker = askerWith(me, row.partner)
  return {
    differed: row.finding !== null,
    asker,
    typed: typedOf(row.typed),
    consents: factsOf(answersIn(row.consents, asker), me, now),
    tokens: row.tokens.map((token) => ({ ...token, sealed: Buffer.from(token.sealed, 'base64') })),
    cases: new Map(row.cases.map((one) => [one.iin, one])),
  }
}

/** Body of a calculation. */
export type Sale = z.output<typeof CalculateBody>

export type Gathered = Awaited<ReturnType<typeof gather>>

/**
 * Gathers what the registers, the unified database and the lists hold on every person and car of a
 * sale. Runs independent queries in parallel.
 */
export async function gather(
  sale: Sale,
  context: Context,
  systems: Context['systems'],
  channel: Channel,
) {
  const { db, clock, me } = context
  const now = clock.now()
  const today = clock.today()
  const policyholder = sale.insurant
  const iins = insuredIins(sale)
  const experienced = (iin: string) =>
    sale.drivers.find((row) => row.iin === iin)?.experienceOver2Years ??
    (iin === policyholder.iin ? policyholder.experienceOver2Years : undefined)
  const says = (iin: string) =>
    (iin === policyholder.iin && policyholder.privilege) ||
    sale.drivers.some((row) => row.iin === iin && row.privilege)
  const everyone = [...new Set([policyholder.iin, ...iins])]
  const about = { iins: everyone, applicationId: sale.operation.applicationId }
  const held = await heldFacts(db, about, me(), now)
  const { asker, typed, consents, tokens, cases, differed } = held
  const agreed = (iin: string) => consents.get(iin) === 'approved'
  // Without the consent of a person who claims a privilege the answer reveals nothing about it, not
  // even by the price.
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
            consent: () => heldConsent(context, asker, iin, consentOf(iin) === 'approved', tokens),
            ...(iin === policyholder.iin ? { contact: { phone: policyholder.phone } } : {}),
          },
          today,
          { typed: typed.get(iin) ?? null },
        ),
      ),
    ),
    Promise.all(
      sale.vehicles.map(({ registrationNumber: plate, techPassport, ownerIin: owner }) =>
        findCar(systems, { plate, techPassport, owner }, everyone.filter(agreed), (iin) =>
          heldConsent(context, asker, iin, true, tokens),
        ),
      ),
    ),
    systems.bmg.owns(policyholder.iin, policyholder.phone),
    scoreOf(context, sale, iins),
  ])
  const screenings = await Promise.all(
    people.map((person) => screen(context, person, cases.get(person.iin) ?? null)),
  )
  return { iins, people, cars, phone, scored, screenings, consentOf, differed }
}

const screen = (
  { screening }: Context,
  { iin, byHand, birthDate, record }: Asked,
  seen: CaseSeen | null,
) =>
  screening.check(
    birthDate && record
      ? {
          iin,
          typed: byHand,
          ...namesOf(record),
          birthDate,
        }
      : { iin, ...unnamed, birthDate: birthDate ?? '1900-01-01' },
    seen,
  )

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
