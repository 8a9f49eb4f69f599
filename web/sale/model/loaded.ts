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
 * Returns what a policy to renew, reissue or copy gives the next one, for any seller: its period,
 * whether and by which row its policyholder drives, and the other drivers. A new field of the term
 * does not compile until it is read from the policy or left out explicitly.
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
