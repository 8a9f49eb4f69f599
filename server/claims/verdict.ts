import { z } from 'zod'
import { ClaimCase, ClaimStatus } from '#contract/claims.ts'
import { Day as DayField } from '#contract/fields.ts'
import type { Day } from '#domain/calendar.ts'
import { causeOf, type Zone, zones } from '#domain/claim-way/answers.ts'
import { unknownFacts } from '#domain/claims/at-desk.ts'
import { claimWorkingDays, deadlineKinds } from '#domain/claims/deadlines.ts'
import type { HomeSums } from '#domain/claims/limits.ts'
import { claimPapers } from '#domain/claims/papers.ts'
import { claimVerdict } from '#domain/claims/verdict.ts'
import type { Point } from '#domain/geo.ts'
import { claimsUnder, productNamed } from '#domain/products.ts'
import { myAccount } from '../accounts/accounts.ts'
import type { Db } from '../db/connect.ts'
import { notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { movedDays } from '../reference/reference.ts'
import { ClaimDetails } from './client.ts'
import { refuseOtherClaim } from './draft.ts'
import { signedNoticeOf } from './notice/notice.ts'
import { endedAt, lastInsuredDay } from './queries.ts'

const Cars = z.object({ vehicles: z.array(z.object({ plate: z.string() })) })

const claimOf = (db: Db, accountId: string, id: string) =>
  db
    .selectFrom('claims')
    .innerJoin('policies', 'policies.id', 'claims.policy_id')
    .selectAll('claims')
    .select(['policies.start_date', 'policies.end_date', 'policies.facts'])
    .select(['policies.state as policy_state', endedAt.as('ended_at')])
    .where('claims.id', '=', id)
    .where('claims.account_id', '=', accountId)
    .executeTakeFirst()

/** Returns the files of a claim that count: clean or not scanned yet, and not requested again. */
async function filesOf(db: Db, claimId: string) {
  const [files, asked] = await Promise.all([
    db
      .selectFrom('files')
      .select(['kind', 'slot'])
      .where('claim_id', '=', claimId)
      .where('scan', '<>', 'infected')
      .execute(),
    db
      .selectFrom('claim_requests')
      .select('slot')
      .where('claim_id', '=', claimId)
      .where('answered_at', 'is', null)
      .execute(),
  ])
  const open = new Set(asked.map(({ slot }) => slot))
  const there = new Set(files.flatMap(({ kind, slot }) => (kind === 'slot' ? [slot] : [])))
  return {
    papers: new Set(claimPapers.filter((paper) => there.has(paper) && !open.has(paper))),
    photographs: files.filter(({ kind }) => kind === 'photo').length,
  }
}

/** Returns the immediate verdict on the caller's claim, by the same rules as the desk. */
export const verdict = handle('claimVerdict', async ({ claim_id }, context) => {
  const { db, me, clock, reference } = context
  const account = await myAccount(db, me())
  await refuseOtherClaim(db, me(), claim_id)
  const claim = await claimOf(db, account.id, claim_id)
  if (!claim) throw notFound()
  const details = ClaimDetails.safeParse(claim.details)
  if (!details.success) return ok(null)
  const { by, answers, identity, signed } = details.data
  const today: Day = clock.today()
  const { papers, photographs } = await filesOf(db, claim.id)
  const product = productNamed(claim.policy_type)
  const cause = causeOf(product, answers)
  const tables = claimsUnder[product].byMotorLaw ? await reference.tables(today) : null
  const of = {
    product,
    cause,
    papers,
    today,
    moved: await movedDays(db),
    claimCase: ClaimCase.parse(claim.claim_case),
    party: ClaimStatus.parse(claim.claim_status),
    happenedOn: answers.on ?? claim.submitted_on,
    reportedOn: claim.submitted_on,
    policy: {
      startsOn: claim.start_date,
      endsOn: lastInsuredDay({ ...claim, state: claim.policy_state }),
    },
    mrp: tables?.mrp ?? null,
    facts: {
      ...unknownFacts,
      identityConfirmed: identity === 'register',
      simplified: (await signedNoticeOf(db, claim.id)) !== undefined,
      direct: claim.direct,
      papersOn: claim.documents_on ?? claim.submitted_on,
      health: answers.injured ? ('injury' as const) : ('unhurt' as const),
      decidedOn: claim.decided_on,
      paidOn: claim.paid_on,
      refused: claim.state === 'rejected',
    },
  }
  const found = claimVerdict(of)
  const cars = Cars.safeParse(claim.facts)
  const plate =
    by === 'third-party'
      ? answers.own_plate || null
      : cars.success
        ? (cars.data.vehicles[0]?.plate ?? null)
        : null
  return ok({
    complete: found.complete,
    here: [...papers],
    missing: found.missing.map(({ paper, where }) => ({ paper, where })),
    identity,
    signed: signed.how,
    photographs,
    plate,
    reported_on: claim.submitted_on,
    deadlines: found.deadlines.flatMap(({ kind, on, state }) => {
      const shown = deadlineKinds.find((one) => one === kind)
      return shown ? [{ kind: shown, on, state }] : []
    }),
    payment_days: claimWorkingDays(claim.direct).payment,
    property_limit:
      found.limits.find(({ harm }) => harm === 'property_one' || harm === 'simplified')?.sum ??
      null,
  })
})

/** The accident in a guided claim; one of six files has none. */
const Told = z.object({
  details: z.object({
    answers: z.object({
      on: DayField,
      at: z.string().optional(),
      injured: z.boolean().optional(),
      other_plate: z.string().optional(),
      own_plate: z.string().optional(),
      zones: z.array(z.enum(zones).nullable().catch(null)).optional(),
      position: z
        .object({ latitude: z.number(), longitude: z.number(), accuracy: z.number() })
        .nullish()
        .catch(null),
    }),
    by: z.string().optional(),
    identity: z.string().optional(),
  }),
})

export type Happened = {
  /** Day of the accident, Almaty; null if the claim does not state it. */
  on: Day | null
  /** Its time, `HH:MM`. */
  at: string | null
  /** A person is hurt; null if the claim does not state it, as one of six files. */
  injured: boolean | null
  /** The other car, if the claim names one. */
  otherPlate: string | null
  /** The claimant is a third party: the policy is the other driver's. */
  byThird: boolean
  /** A third party's own car, if named. */
  ownPlate: string | null
  /** Zones marked on the drawing. */
  zones: Zone[]
  /** The place, if the phone marked it; `accuracy` in metres. */
  position: (Point & { accuracy: number }) | null
  /** The register confirmed the claimant. */
  identityConfirmed: boolean
}

const nothingTold: Happened = {
  on: null,
  at: null,
  otherPlate: null,
  ownPlate: null,
  byThird: false,
  zones: [],
  position: null,
  injured: null,
  identityConfirmed: false,
}

/** Returns the accident as the claim's row describes it. */
export function happenedOf(row: object): Happened {
  const told = Told.safeParse(row)
  if (!told.success) return nothingTold
  const { answers, by, identity } = told.data.details
  return {
    on: answers.on,
    at: answers.at ?? null,
    injured: answers.injured ?? false,
    otherPlate: answers.other_plate || null,
    byThird: by === 'third-party',
    ownPlate: answers.own_plate || null,
    zones: (answers.zones ?? []).filter((zone) => zone !== null),
    position: answers.position ?? null,
    identityConfirmed: identity === 'register',
  }
}

const Plan = z.object({
  home: z.object({
    plan: z.object({ insuranceAmount: z.int(), neighbourCompensation: z.int() }),
  }),
})

/** The plates of an OGPO policy, by its facts; none of any other. */
export function platesOf(facts: unknown): string[] {
  const cars = Cars.safeParse(facts)
  return cars.success ? cars.data.vehicles.map(({ plate }) => plate) : []
}

/** Returns the sums a Home policy insures, tenge, by its facts; null for any other. */
export function homeSumsOf(facts: unknown): HomeSums | null {
  const plan = Plan.safeParse(facts)
  return plan.success ? plan.data.home.plan : null
}
