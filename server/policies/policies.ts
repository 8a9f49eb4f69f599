import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { pathOf } from '#contract/pages.ts'
import type { Finding } from '#domain/finding.ts'
import type { Locale } from '#domain/locale.ts'
import { defaultLocale, locales } from '#domain/locale.ts'
import { mayTerminate, type TerminateReason } from '#domain/ogpo/refund-sums.ts'
import * as refusals from '#domain/refusals.ts'
import { type OwnedVehicle, vehicleWith } from '#systems/vehicles/client.ts'
import type { Asker } from '../consent/consent-facts.ts'
import { heldConsent } from '../consent/held-consent.ts'
import type { Sql } from '../db/connect.ts'
import type { Policies } from '../db/rows.ts'
import type { Deps } from '../deps.ts'
import { type Site, wrongKey } from '../http/site.ts'
import { ownedByPerson } from '../persons/vehicles.ts'
import type { Signer } from './signer.ts'

export type Policy = Selectable<Policies>

/**
 * Returns the insurer's number in the unified database, which selects its login: of a policy as
 * sold, or of the insurer's row.
 */
export async function policyInsurer(db: Sql, globalId: string): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`
    select coalesce((policies.facts -> 'insurer' ->> 'esbdSystemId')::int, (
      select esbd_system_id from insurers where code = policies.insurer_code order by effective_from desc limit 1)) as id
    from policies where global_id = ${globalId}`.execute(db)
  return known(rows[0]?.id, `policy ${globalId}`)
}

/** The same of an order, by what its quote was made with. */
export async function orderInsurer(db: Sql, calculationId: string): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`
    select (facts -> 'insurer' ->> 'esbdSystemId')::int as id from quotes where id = ${calculationId}`.execute(
    db,
  )
  return known(rows[0]?.id, `quote ${calculationId}`)
}

function known(id: number | null | undefined, what: string): number {
  if (typeof id !== 'number') throw new Error(`whose ${what} is, is not known`)
  return id
}

const Plates = z.object({ vehicles: z.array(z.object({ plate: z.string() })) })
export const platesOf = (facts: unknown): string[] =>
  Plates.parse(facts).vehicles.map((car) => car.plate)

/**
 * The address under the QR code: the public check page, with the signed token that proves offline
 * that we issued the policy.
 */
export async function checkAddress(
  publicUrl: string,
  signer: Signer,
  policy: { global_id: string; start_date: string; end_date: string; facts: unknown },
  locale: Locale,
): Promise<string> {
  const token = await signer.sign({
    n: policy.global_id,
    p: platesOf(policy.facts),
    s: policy.start_date,
    e: policy.end_date,
  })
  return `${publicUrl}${pathOf('policy-check', locale, { number: policy.global_id })}?t=${token}`
}

const Cars = z.object({
  vehicles: z.array(
    z.object({ plate: z.string(), techPassport: z.string(), vin: z.string().optional() }),
  ),
})

type Car = z.infer<typeof Cars>['vehicles'][number]

/** The asker, and whether they vouch for the policyholder's consent (`heldConsent`). */
type Asks = Asker & { vouched: boolean }

/**
 * Refuses with `carStillRegistered` for every car of the policy that is still registered, to any
 * owner (specification, section 4; decision 199). By owner the register lists the policyholder's
 * cars, under this plate or another. For the rest, and if it cannot be queried, because the service
 * of the day does not work by owner or the state has given no consent for that, the unified
 * database reports if the technical passport is still valid, but not whose the car is: what it
 * still knows goes to staff (reason `unproven`). Refuses with `consentMissing` while the
 * policyholder has to answer the state's question first. Throws `Unavailable`.
 */
export async function registrationFindings(
  deps: Deps,
  policy: Policy,
  reason: TerminateReason,
  asks: Asks,
): Promise<Finding[]> {
  const { vehicles } = deps.systems
  const iin = policy.policyholder_iin
  const cars = Cars.parse(policy.facts).vehicles
  const { vouched, ...asker } = asks
  const held = vehicles.asks === 'owner' ? await heldConsent(deps, asker, iin, vouched) : null
  if (held?.state === 'awaiting')
    return [{ code: refusals.consentMissing, iin, reason: 'policyholder_awaiting' }]
  if (vehicles.asks !== 'owner' || held?.state !== 'held') return stillKnown(deps, reason, cars)
  const owned = await ownedByPerson(vehicles, iin, held)
  const of = (one: Car) => registeredIn(owned, one)
  return [
    ...mayTerminate(
      reason,
      cars.map((one) => ({ plate: one.plate, registered: of(one) === true })),
    ),
    ...(await stillKnown(
      deps,
      reason,
      cars.filter((one) => of(one) === null),
    )),
  ]
}

/** Checks if the policyholder's car is registered; null: the register has no such car of theirs. */
function registeredIn(owned: readonly OwnedVehicle[], { plate, vin }: Car): boolean | null {
  const same = owned.filter(
    (one) => vehicleWith([one], plate) !== null || (one.vin !== null && one.vin === vin),
  )
  return same.length === 0 ? null : same.some(({ registered }) => registered)
}

/** Cars whose technical passport is still valid in the unified database: staff decide. */
async function stillKnown({ systems }: Deps, reason: TerminateReason, cars: readonly Car[]) {
  const known = await Promise.all(
    cars.map(async ({ plate, techPassport }) => ({
      plate,
      registered: (await systems.esbd.findVehicle({ plate, techPassport })) !== null,
    })),
  )
  return mayTerminate(reason, known).map((finding) => ({ ...finding, reason: 'unproven' }))
}

/** Thirty-two characters, none that looks like another one, all capitals or digits. */
const signs = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** So many of them prove the number: 55 bits. */
const proofLength = 11

/** Returns the proof that we issued the code with this number. */
function proofOf(signingKey: string, number: string): string {
  const digest = createHmac('sha256', signingKey).update(`check:${number}`).digest()
  return Array.from(digest.subarray(0, proofLength), (byte) => signs[byte % signs.length]).join('')
}

/**
 * Returns the address in the code of a pass on a screen. All in capitals it still works, and a
 * reader needs a code of 29 modules instead of 61 for the signed token: papers, which are verified
 * offline, keep that one.
 */
export const shortCheckAddress = (
  { publicUrl, signingKey }: Pick<Deps['config'], 'publicUrl' | 'signingKey'>,
  number: string,
): string => `${publicUrl}/q/${number}${proofOf(signingKey, number)}`

/** `/q/…` leads to the check of the policy as its signed address does. */
export function mountShortCheck(app: FastifyInstance, deps: Deps, site: Site): void {
  const { config, db, signer } = deps
  for (const path of ['/q/:code', '/Q/:code'])
    app.get<{ Params: { code: string } }>(path, async (request, reply) => {
      const code = request.params.code.toUpperCase()
      const number = code.slice(0, -proofLength)
      const policy = isProof(code.slice(-proofLength), proofOf(config.signingKey, number))
        ? await db
            .selectFrom('policies')
            .select(['global_id', 'start_date', 'end_date', 'facts'])
            .where('global_id', '=', number)
            .executeTakeFirst()
        : undefined
      if (!policy) return wrongKey(site, deps, request, reply)
      const chosen = locales.find((one) => request.headers.cookie?.includes(`lang=${one}`))
      const address = await checkAddress('', signer, policy, chosen ?? defaultLocale)
      return reply.header('cache-control', 'no-store').redirect(address, 303)
    })
}

function isProof(given: string, proof: string): boolean {
  // By bytes: a letter of another alphabet has two.
  const [typed, ours] = [Buffer.from(given), Buffer.from(proof)]
  return typed.length === ours.length && timingSafeEqual(typed, ours)
}
