import { z } from 'zod'
import { ClaimCase, ClaimStatus } from '#contract/claims.ts'
import type { Day } from '#domain/calendar.ts'
import { causeOf } from '#domain/claim-way/answers.ts'
import { claimWorkingDays } from '#domain/claims/deadlines.ts'
import { claimPapers } from '#domain/claims/papers.ts'
import { unknownFacts } from '#domain/claims/unknown-facts.ts'
import { claimVerdict } from '#domain/claims/verdict.ts'
import { claimsUnder, productNamed } from '#domain/products.ts'
import { myAccount } from '../accounts/accounts.ts'
import type { Db } from '../db/connect.ts'
import { notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { ClaimDetails } from './claim-details.ts'
import { refuseOtherClaim } from './draft-row.ts'
import { signedNoticeOf } from './notice/find.ts'

const Cars = z.object({ vehicles: z.array(z.object({ plate: z.string() })) })

const claimOf = (db: Db, accountId: string, id: string) =>
  db
    .selectFrom('claims')
    .innerJoin('policies', 'policies.id', 'claims.policy_id')
    .selectAll('claims')
    .select(['policies.start_date', 'policies.end_date', 'policies.facts'])
    .where('claims.id', '=', id)
    .where('claims.account_id', '=', accountId)
    .executeTakeFirst()

/** The files of a claim that count: clean or still to be looked at, and not asked for again. */
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

const shownKinds = ['missing_documents', 'decision', 'payment'] as const

/** What the client is told of their claim at once, by the same rules as the desk. */
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
    claimCase: ClaimCase.parse(claim.claim_case),
    party: ClaimStatus.parse(claim.claim_status),
    happenedOn: answers.on ?? claim.submitted_on,
    reportedOn: claim.submitted_on,
    policy: { startsOn: claim.start_date, endsOn: claim.end_date },
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
      const shown = shownKinds.find((one) => one === kind)
      return shown ? [{ kind: shown, on, state }] : []
    }),
    payment_days: claimWorkingDays(claim.direct).payment,
    property_limit:
      found.limits.find(({ harm }) => harm === 'property_one' || harm === 'simplified')?.sum ??
      null,
  })
})
