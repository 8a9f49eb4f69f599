import type { Day } from '#domain/calendar.ts'
import type { Term } from './sale.ts'

type Insured = { iin: string }
type Policy<Person extends Insured> = {
  globalId: string
  seasonal: boolean
  period: number
  insurant: { iin: string; willDrive: boolean }
  insureds: readonly Person[]
}

/**
 * What a policy that is renewed, reissued or copied says of the next one, whoever sells: for how
 * long, whether its policyholder drives, by which row, and who else does. A new field of the term
 * does not compile before it is taken from the policy, or left out in words.
 */
export function loaded<Person extends Insured>(
  { globalId, seasonal, period, insurant, insureds }: Policy<Person>,
  kind: 'prolong' | 'reissue' | 'copy',
  start: Day,
) {
  const at = insureds.findIndex(({ iin }) => iin === insurant.iin)
  return {
    term: {
      start,
      months: period,
      seasonal,
      prolong: kind === 'prolong' ? globalId : null,
      reissue: kind === 'reissue' ? globalId : null,
    } satisfies Omit<Term, 'insurer' | 'ogpoPlus'>,
    willDrive: insurant.willDrive || at >= 0,
    own: insureds[at],
    others: insureds.filter((_, index) => index !== at),
  }
}
