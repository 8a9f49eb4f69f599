import { inEveryLanguage, type Localized } from '#domain/locale.ts'
import { type ClaimLetter, claimLetter, type LetterFacts } from '#texts/claim-letters.ts'
import { paperNames, paperSources } from '#texts/claim-verdict.ts'
import { longDate, money } from '../../texts.ts'
import type { StaffClaim } from './claim.ts'
import { verdictOf } from './claim-case.ts'

/** The letters that fit the claim as it stands, each in both languages. */
export function lettersOf(claim: StaffClaim): { letter: ClaimLetter; text: Localized }[] {
  const { missing } = verdictOf(claim)
  const dayOf = (kind: string): Localized | null => {
    const due = claim.deadlines.find((one) => one.kind === kind)?.due
    return due ? inEveryLanguage((locale) => longDate(locale, due)) : null
  }
  const { payable } = claim.sums
  const facts: LetterFacts = {
    number: claim.claim_number,
    missing: missing.map(({ paper, where }) =>
      inEveryLanguage((locale) => ({
        paper: paperNames[locale][paper],
        where: paperSources[locale][where],
      })),
    ),
    decision: dayOf('decision'),
    payment: dayOf('payment'),
    sum: payable === null ? null : money(payable),
  }
  const fitting: ClaimLetter[] = [
    ...(missing.length > 0 ? (['lacks'] as const) : []),
    ...(facts.decision ? (['terms'] as const) : []),
    ...(claim.status === 'accepted' ? (['paid'] as const) : []),
  ]
  return fitting.map((letter) => ({ letter, text: claimLetter(letter, facts) }))
}
