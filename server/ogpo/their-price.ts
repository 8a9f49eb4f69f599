import { EsbdRefused, type PolicyDraft } from '#systems/esbd/client.ts'
import { PREMIUM_MAY_DIFFER } from '#systems/esbd/port.ts'
import type { Deps } from '../deps.ts'
import { notifyStaff, settleFinding } from '../esbd/findings.ts'
import { basisOf } from '../esbd/price-basis.ts'

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

/** The key under which a difference is told to staff. */
export const priceFinding = (about: string): string => `price:${about}`

/**
 * Their check of the draft and their price for it, against ours. A difference beyond what is
 * allowed (`PREMIUM_MAY_DIFFER`) is told to staff with both sums and the rows that the price
 * stands on, and thrown. `about`: the order, or the application that is calculated. `differed`:
 * false where it is known that no difference of it is open, and nothing has to be settled.
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

/** What the price stands on, in the tariff's codes: for the log, and the version before. */
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
