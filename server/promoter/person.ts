import { fullYears } from '#domain/calendar.ts'
import { eligibility } from '#domain/ogpo/eligibility.ts'
import type { PersonFacts } from '#domain/ogpo/eligibility-facts.ts'
import { experienceAsked } from '#domain/ogpo/experience.ts'
import { earliestStart } from '#domain/ogpo/period.ts'
import * as refusals from '#domain/refusals.ts'
import { refusalText } from '#texts/refusals.ts'
import { auditLookup } from '../audit/lookup.ts'
import { askerOf } from '../consent/asker.ts'
import { hasAgreed } from '../consent/consent-facts.ts'
import { heldConsent } from '../consent/held-consent.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { askPerson } from '../persons/ask-person.ts'
import { typedPeople } from '../persons/people.ts'
import { vouches } from './vouches.ts'

/**
 * The row of one IIN: what the registers say and everything that is wrong, so that the row shows it
 * and the others go on.
 */
export const person = handle(
  'promoterPerson',
  async ({ iin, drives, phone, dateStart }, context) => {
    const { db, clock, limits, me, locale, systems } = context
    await limits.count('lookupsPerBuyer', me().iin)
    await auditLookup(context, 'person', iin)
    const today = clock.today()
    const typed = await typedPeople(db, [iin], me().iin, clock.now())
    const agreed = await hasAgreed(context, iin)
    const asker = await askerOf(db, me())
    const vouched = await vouches(context, iin)
    const consent = () => heldConsent(context, asker, iin, vouched)
    const ask = { iin, drives, privilege: false, saves: agreed, consent }
    const [asked, linked] = await Promise.all([
      askPerson(context, ask, today, { typed: typed.get(iin) ?? null }),
      phone ? systems.bmg.owns(iin, phone) : null,
    ])
    const facts: PersonFacts = {
      ...asked,
      screening: 'clear',
      phoneLinked: linked === null ? null : linked === 'yes',
      consent: 'approved',
    }
    const findings = [
      ...(asked.down ? [asked.down] : []),
      ...eligibility(
        {
          policyholder: facts,
          willDrive: drives,
          drivers: [],
          vehicles: [],
          start: dateStart ?? earliestStart(today),
        },
        today,
      )
        // The rules take everybody who is asked about for a policyholder; here they may only drive.
        .map((finding) =>
          finding.code === refusals.underAge && drives ? { ...finding, reason: 'driver' } : finding,
        ),
    ]
    const has = (...codes: number[]) => findings.some(({ code }) => codes.includes(code))
    const { record, licence } = asked
    return ok({
      iin,
      name: asked.named ?? '',
      resident: asked.resident,
      documentValid: asked.documents === null ? null : asked.documents === 'valid',
      driverLicenseNumber: record?.licence?.number ?? null,
      licenceValidTo: licence && licence !== 'missing' ? licence.validTo : null,
      experienceYears: record?.licence
        ? Math.max(0, fullYears(record.licence.experienceFrom, today))
        : null,
      experienceAsked: asked.experience !== null && experienceAsked(asked.experience, today),
      bonusMalusClass: drives ? (record?.bonusMalus.class ?? null) : null,
      firstContract: drives && record?.bonusMalus.kind === 'FIRST',
      notFound: has(refusals.notInDatabase),
      notResident: has(refusals.notResident),
      noEsbd: has(refusals.setClientFailed),
      noLicense: has(refusals.licenceNotFound, refusals.licenceExpired),
      noPersonCertificate: has(refusals.noValidDocuments, refusals.documentsNotSuitable),
      underAge: has(refusals.underAge),
      phoneNotLinked: has(refusals.phoneNotLinked),
      down: has(refusals.apiUnavailable),
      findings: findings.map(({ code, reason }) => ({
        code,
        message: refusalText(code, locale, reason),
        ...(reason ? { reason } : {}),
      })),
    })
  },
)
