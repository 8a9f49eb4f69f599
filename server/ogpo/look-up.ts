import { fullYears } from '#domain/calendar.ts'
import { isBin } from '#domain/iin.ts'
import { eligibility } from '#domain/ogpo/eligibility.ts'
import { experienceAsked } from '#domain/ogpo/experience.ts'
import { earliestStart } from '#domain/ogpo/period.ts'
import * as refusals from '#domain/refusals.ts'
import { legalVersions } from '#texts/legal-versions.ts'
import { cabinetAccountOf } from '../accounts/accounts.ts'
import { auditLookup } from '../audit/lookup.ts'
import { askerOf, consentFacts, hasAgreed } from '../consent/consent-facts.ts'
import { heldConsent } from '../consent/held-consent.ts'
import { ok, refuse, refuseFor } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { offeredWays } from '../payments/ways/ways.ts'
import { askPerson } from '../persons/ask-person.ts'
import { maskedName, typedPeople } from '../persons/people.ts'
import { findCar, missingReason } from './find-car.ts'
import { knownOf } from './policies.ts'
import { agreedOn } from './price-check.ts'

/** The car beside its plate. Counted per buyer, so that the site is no directory of cars. */
export const vehicle = handle(
  'ogpoVehicle',
  async ({ registrationNumber, techPassport, ownerIin }, context) => {
    const { systems, limits, me, locale, db, clock } = context
    await limits.count('lookupsPerBuyer', me().iin)
    await auditLookup(context, 'vehicle', registrationNumber)
    const people = [...new Set([me().iin, ...(ownerIin && !isBin(ownerIin) ? [ownerIin] : [])])]
    const consents =
      me().kind === 'promoter'
        ? new Map<string, string>()
        : await consentFacts(db, people, me(), clock.now())
    const agreed = people.filter((iin) => consents.get(iin) === 'approved')
    const consentOf = async (iin: string) =>
      heldConsent(context, await askerOf(db, me()), iin, true)
    const found = await findCar(
      systems,
      { plate: registrationNumber, techPassport, owner: ownerIin },
      agreed,
      consentOf,
    )
    if ('missing' in found)
      return refuseFor(locale, [
        { code: refusals.vehicleNotFound, plate: registrationNumber, ...missingReason(found) },
      ])
    const { car } = found
    return ok({
      registrationNumber: car.plate,
      techPassport: car.techPassport,
      make: car.make,
      model: car.model,
      year: car.year,
      type: car.type,
      region: car.region,
      settlement: car.settlement,
    })
  },
)

/**
 * The driver beside their IIN, with the first reason why they could not be insured (spec section 4,
 * "Driver-not-found reasons").
 */
export const driver = handle('ogpoDriver', async ({ iin, dateStart }, context) => {
  const { limits, me, locale, clock, db } = context
  await limits.count('lookupsPerBuyer', me().iin)
  await auditLookup(context, 'person', iin)
  const today = clock.today()
  const typed = await typedPeople(db, [iin], me().iin, clock.now())
  const agreed = await hasAgreed(context, iin)
  const asker = await askerOf(db, me())
  const consent = () => heldConsent(context, asker, iin, agreed)
  const ask = { iin, drives: true, privilege: false, saves: agreed, consent }
  const asked = await askPerson(context, ask, today, { typed: typed.get(iin) ?? null })
  if (asked.down) return refuseFor(locale, [asked.down])
  const person = { ...asked, screening: 'clear', phoneLinked: null, consent: 'approved' } as const
  const findings = eligibility(
    {
      policyholder: person,
      willDrive: true,
      drivers: [],
      vehicles: [],
      start: dateStart ?? earliestStart(today),
    },
    today,
  )
    // The rules treat every looked-up person as a policyholder; here they are a driver.
    .map((finding) =>
      finding.code === refusals.underAge ? { ...finding, reason: 'driver' } : finding,
    )
  const [first, ...others] = findings
  if (first) return refuseFor(locale, [first, ...others])
  const record = asked.record
  // Without the person's consent only the unified database answers, and it may not know them.
  if (!record && asked.consent !== 'held')
    return ok({
      iin,
      name: '',
      licenceFound: false,
      experienceYears: null,
      experienceAsked: false,
      bonusMalusClass: '',
      firstContract: false,
    })
  if (!record) return refuse(locale, refusals.apiUnavailable, { driver_iin: iin }, 'driver')
  return ok({
    iin,
    name: iin === me().iin ? `${record.name} ${record.surname}` : maskedName(record),
    licenceFound: record.licence !== null,
    experienceYears: record.licence
      ? Math.max(0, fullYears(record.licence.experienceFrom, today))
      : null,
    experienceAsked: asked.experience !== null && experienceAsked(asked.experience, today),
    bonusMalusClass: record.bonusMalus.class,
    firstContract: record.bonusMalus.kind === 'FIRST',
  })
})

/**
 * Returns the caller's own class, nobody else's: clients see it before buying. Queries the unified
 * database alone, as every quote does; a person unknown there starts in class 3.
 */
export const ownClass = handle('ogpoOwnClass', async (_body, { systems, limits, me, clock }) => {
  const { iin } = me()
  await limits.count('lookupsPerBuyer', iin)
  const today = clock.today()
  const person = await systems.esbd.findPerson(iin)
  const found = person ? await systems.esbd.bonusMalus(person.clientId, today) : null
  return ok({
    class: found?.class ?? '3',
    firstContract: found === null || found.kind === 'FIRST',
    on: today,
  })
})

/** What can be chosen today. */
export const options = handle('ogpoOptions', async (_body, context) => {
  const { reference, clock, db, me, config } = context
  const today = clock.today()
  const [insurers, facts, ogpoPlus, positionRequired, person, account, known] = await Promise.all([
    reference.insurers(today).then((all) => agreedOn(context, all)),
    reference.insurerFacts(today),
    reference.ogpoPlus(today),
    reference.positionRequired(),
    db
      .selectFrom('people')
      .select(['name', 'surname', 'email', 'phone'])
      .where('iin', '=', me().iin)
      .executeTakeFirst(),
    cabinetAccountOf(db, me().iin),
    me().kind === 'promoter' ? null : knownOf(db, me().iin),
  ])
  return ok({
    today,
    insurers: insurers.map(({ code, name, commissionPercent, acceptsBadScoring }) => ({
      code,
      name,
      commissionPercent,
      acceptsBadScoring,
      facts: facts.filter(({ insurer }) => insurer === code).map(({ insurer: _, ...told }) => told),
    })),
    ogpoPlus,
    textVersions: { ...legalVersions },
    ways: offeredWays(config),
    acceptance: config.acceptance,
    positionRequired: positionRequired || me().kind === 'promoter',
    buyer:
      me().kind === 'promoter'
        ? null
        : {
            iin: me().iin,
            phone: me().phone ?? account?.phone ?? person?.phone ?? '',
            name: person ? `${person.name} ${person.surname}` : null,
            email: person?.email ?? account?.email ?? null,
            egov: me().beganBy === 'egov',
            known: known?.known ?? [],
            people: known?.people ?? [],
          },
  })
})

/** The product's day: pages build their calendars on it. */
export const clockCall = handle('clock', async (_body, { clock, config }) =>
  ok({
    now: clock.now().toISOString(),
    today: clock.today(),
    demonstration: !config.production,
    shifted: clock.shifted(),
  }),
)
