import { sql } from 'kysely'
import type { Day } from '#domain/calendar.ts'
import { EsbdRefused, type PolicyDraft } from '#systems/esbd/client.ts'
import { PREMIUM_MAY_DIFFER } from '#systems/esbd/port.ts'
import type { Sql } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { basisOf, notifyStaff, settleFinding } from '../esbd/findings.ts'
import type { Context } from '../http/context.ts'
import type { Quote } from '../quotes/quotes.ts'

/**
 * Records a sale refused with `brokerPremiumMismatch`, so that the accountant sees how often a day.
 * `ours`: by the contract with the insurer, null if there is none; `theirs`: what the quote was
 * made with, null if there is no quote yet.
 */
export async function noteMismatch(
  db: Sql,
  of: { insurer: string; day: Day; ours: string | null; theirs: string | null },
) {
  const { insurer, day, ours, theirs } = of
  await db
    .insertInto('commission_mismatches')
    .values({ insurer_code: insurer, day, ours, theirs, times: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['insurer_code', 'day'])
        .doUpdateSet({ ours, theirs, times: sql`commission_mismatches.times + 1` }),
    )
    .execute()
}

/**
 * Filters the insurers we can sell for today: our contract sets our share of an OGPO premium, added
 * to each, and we have a login of theirs in the unified database.
 */
export async function agreedOn<T extends { code: string; esbdSystemId: number }>(
  { reference, clock, config }: Pick<Context, 'reference' | 'clock' | 'config'>,
  insurers: readonly T[],
): Promise<(T & { commissionPercent: string })[]> {
  const found: (T & { commissionPercent: string })[] = []
  for (const insurer of insurers) {
    const commissionPercent = await reference.commission(clock.today(), insurer.code, 'ogpo')
    const loggedIn = config.systems.esbd.insurers.some(
      ({ systemId }) => systemId === insurer.esbdSystemId,
    )
    if (commissionPercent !== null && loggedIn) found.push({ ...insurer, commissionPercent })
  }
  return found
}

/**
 * Checks that the contract with the insurer still has the quote's commission; if not, the
 * accountant sees it (`brokerPremiumMismatch`).
 */
export async function stillAgreed(
  { facts }: Quote,
  { db, reference, clock }: Context,
): Promise<boolean> {
  const { code, commissionPercent } = facts.insurer
  const day = clock.today()
  const ours = await reference.commission(day, code, 'ogpo')
  if (ours !== null && Number(ours) === Number(commissionPercent)) return true
  await noteMismatch(db, { insurer: code, day, ours, theirs: commissionPercent })
  return false
}

/** The unified database's premium for a draft is another than ours: no policy is set by it. */
export class PriceDiffers extends EsbdRefused {
  readonly ours: number
  readonly theirs: number
  constructor(ours: number, theirs: number) {
    super('CalculatePolicyPremium', `the unified database's premium is ${theirs}, ours is ${ours}`)
    this.ours = ours
    this.theirs = theirs
  }
}

/** Key of the staff finding about a price difference. */
export const priceFinding = (about: string): string => `price:${about}`

/**
 * Compares their check of the draft and their price with ours. Reports a difference beyond the
 * allowed one (`PREMIUM_MAY_DIFFER`) to staff, with both sums and the rows of the price, and
 * throws. `about`: the order or the calculated application. `differed`: false if no difference of
 * it is open, so that there is nothing to settle.
 */
export async function samePrice(
  deps: Pick<Deps, 'systems' | 'config' | 'db' | 'clock' | 'log'>,
  draft: PolicyDraft,
  about: string,
  differed = true,
): Promise<void> {
  const theirs = (await deps.systems.esbd.checkDraft(draft)).premium
  const ours = draft.premium
  const key = priceFinding(about)
  if (Math.abs(theirs - ours) <= PREMIUM_MAY_DIFFER)
    return differed ? settleFinding(deps.db, key, deps.clock.now()) : undefined
  const differs = new PriceDiffers(ours, theirs)
  await notifyStaff(deps, {
    key,
    kind: 'price',
    about,
    ours,
    theirs,
    rows: rowsOf(draft),
    basis: basisOf(draft),
    note: `SYSTEM_DELIMITER_ID ${draft.insurerSystemId}`,
  })
  throw differs
}

/** Rows of the price in the tariff's codes: for the log, and the version before. */
function rowsOf({ start, end, seasonal, vehicles, drivers }: PolicyDraft): string[] {
  return [
    `${start} – ${end}${seasonal ? ', seasonal' : ''}`,
    ...vehicles.map((car) =>
      [car.type, car.region, car.settlement, car.yearOver7 ? '> 7' : '≤ 7'].join(' · '),
    ),
    ...drivers.map(
      (one) =>
        `class ${one.classCode ?? 'none'} · AGE_EXPERIENCE_ID ${one.ageExperienceId}${one.privilege ? ' · privilege' : ''}`,
    ),
  ]
}
