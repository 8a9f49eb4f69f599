import { sql } from 'kysely'
import { z } from 'zod'
import { numberAsTyped, phoneAsTyped } from '#domain/as-typed.ts'
import { fullYears } from '#domain/calendar.ts'
import { isIin, isIinEnd } from '#domain/iin.ts'
import { eligibility } from '#domain/ogpo/eligibility.ts'
import type { PersonFacts } from '#domain/ogpo/eligibility-facts.ts'
import { experienceAsked } from '#domain/ogpo/experience.ts'
import { earliestStart } from '#domain/ogpo/period.ts'
import { isPlate, normalisePlate } from '#domain/plate.ts'
import * as refusals from '#domain/refusals.ts'
import { fieldText } from '#texts/fields.ts'
import { refusalText } from '#texts/refusals.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import { auditLookup, lookedAtId } from '../audit/lookup.ts'
import { askerOf, hasAgreed } from '../consent/consent-facts.ts'
import { heldConsent } from '../consent/held-consent.ts'
import type { Context } from '../http/context.ts'
import { part, readCursor, writeCursor } from '../http/paging.ts'
import { invalid, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { ownSales } from '../orders/orders.ts'
import { askPerson } from '../persons/ask-person.ts'
import { noCallsOf } from '../persons/no-calls.ts'
import { typedPeople } from '../persons/people.ts'
import { vouches } from './client-proof.ts'
import { shown, shownPart } from './own-sales.ts'

const PAGE = 20
const Place = z.tuple([part.day, part.uuid])
type By = 'globalId' | 'plate' | 'iin' | 'iinEnd' | 'phone'

/** Error texts for an impossible value, if they differ from the field's own. */
const wordsOf: Partial<Record<By, string>> = { globalId: 'search_value', iinEnd: 'iin' }

/** Returns the search value as the database stores it; null if it is impossible. */
function wanted(by: By, value: string): string | null {
  if (by === 'globalId') {
    const number = normalisePlate(value)
    return number.length <= 20 ? number : null
  }
  if (by === 'phone') return phoneAsTyped(value)
  const plain = by === 'plate' ? normalisePlate(value) : numberAsTyped(value)
  if (by === 'iinEnd') return isIinEnd(plain) ? plain : null
  return (by === 'plate' ? isPlate(plain) : isIin(plain)) ? plain : null
}

/**
 * Finds any policy of ours by its number; by plate, IIN, its end or phone the promoter's own sales
 * alone, so that nobody can look up another person's policies.
 */
export const search = handle('promoterSearch', async ({ by, value, cursor }, context) => {
  const { db, me, locale, limits } = context
  const key = wanted(by, value)
  if (!key) throw invalid([{ path: 'value', message: fieldText(wordsOf[by] ?? by, locale) }])
  await limits.count('lookupsPerBuyer', me().iin)
  let found = db
    .selectFrom('policies')
    .innerJoin('orders', 'orders.id', 'policies.order_id')
    .select([
      'policies.id',
      'policies.global_id',
      'policies.state',
      'policies.start_date',
      'policies.end_date',
      'policies.premium',
      'policies.promoter_iin',
      'policies.policyholder_iin',
      'orders.id as order_id',
      'orders.progress_key',
      'orders.phone as order_phone',
      shownPart('policies.facts'),
    ])
    .orderBy('policies.end_date', 'desc')
    .orderBy('policies.id', 'desc')
    .limit(PAGE + 1)
  if (by === 'globalId') found = found.where('policies.global_id', '=', key)
  else found = found.where('policies.promoter_iin', '=', me().iin)
  if (by === 'iin') found = found.where('policies.policyholder_iin', '=', key)
  if (by === 'iinEnd')
    found = found.where(sql<boolean>`right(policies.policyholder_iin, ${key.length}) = ${key}`)
  if (by === 'phone')
    found = found.where('orders.promoter_iin', '=', me().iin).where('orders.phone', '=', key)
  if (by === 'plate')
    found = found.where(
      sql<boolean>`policies.facts -> 'vehicles' @> ${JSON.stringify([{ plate: key }])}::jsonb`,
    )
  const place = readCursor(cursor, Place)
  if (place)
    found = found.where(
      sql<boolean>`(policies.end_date, policies.id) < (${place[0]}::date, ${place[1]}::uuid)`,
    )
  const rows = await found.execute()
  const page = rows.slice(0, PAGE)
  await looked(context, by, key, page)
  const last = rows.length > PAGE ? page.at(-1) : undefined
  const [own, noCalls] = await Promise.all([
    ownSales(
      db,
      me().iin,
      page.map(({ id }) => id),
    ),
    noCallsOf(
      db,
      page.map((row) => row.policyholder_iin),
    ),
  ])
  return ok({
    policies: page.map((row) => {
      const mine = row.promoter_iin === me().iin
      return {
        ...shown(row.shown, locale),
        globalId: row.global_id,
        state: row.state,
        startDate: row.start_date,
        endDate: row.end_date,
        premium: row.premium,
        noCalls: noCalls.has(row.policyholder_iin),
        own: own.has(row.id),
        orderId: mine ? row.order_id : null,
        key: mine ? row.progress_key : null,
      }
    }),
    next: last ? writeCursor([last.end_date, last.id]) : null,
  })
})

/**
 * Audits one line per policy shown, one for a search without results: the query as a digest, the
 * result by its id.
 */
async function looked(
  { db, clock, config, me }: Context,
  by: By,
  key: string,
  found: { id: string }[],
) {
  const details = { by, asked: lookedAtId(config.signingKey, key), found: found.length }
  const objects =
    found.length > 0
      ? found.map(({ id }) => ({ kind: 'policy', id }) as const)
      : [{ kind: 'search', id: details.asked } as const]
  for (const object of objects)
    await audit(db, clock.now(), {
      actor: actorOf(me()),
      action: 'policy.searched',
      object,
      details,
    })
}

/**
 * Returns the row of one IIN: the registers' data and every problem, so that the row shows it and
 * the others continue.
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
        // The rules treat every looked-up person as a policyholder; here they may only drive.
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
