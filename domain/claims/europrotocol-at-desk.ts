import type { Tenge } from '../money.ts'
import { europrotocol } from './europrotocol.ts'
import type { Europrotocol } from './europrotocol-facts.ts'
import type { AtDesk } from './known-at-desk.ts'

/**
 * Whether the drivers might have done without the police, as far as the desk knows: how many
 * vehicles and whether they agreed it does not, unless both signed the notice: that says all of it.
 */
export const europrotocolAtDesk = (
  { known, period }: Pick<AtDesk, 'known' | 'period'>,
  estimate: Tenge | null,
): Europrotocol => {
  const on = known.happened_on ?? known.submitted_on
  const signed = known.simplified
  return europrotocol(
    {
      happenedOn: on,
      vehicles: signed ? 2 : null,
      injured: known.happened_on === null ? null : known.injured,
      otherProperty: signed ? false : null,
      agreed: signed ? true : null,
      ownInsured: known.happened_on === null ? null : on >= period.start && on <= period.end,
      otherInsured: signed ? true : null,
      estimate,
      limitTaken: signed,
    },
    known.mrp,
  )
}
