import { verdictAtDesk } from '#domain/claims/at-desk.ts'
import type { ClaimDeadline } from '#domain/claims/deadlines.ts'
import type { AtDesk } from '#domain/claims/known-at-desk.ts'
import type { ClaimLetter } from '#domain/claims/letters.ts'
import { claimPapers } from '#domain/claims/papers.ts'
import { formatMoney, longDate } from '#domain/format.ts'
import { inEveryLanguage, type Localized } from '#domain/locale.ts'
import { claimLetter, type LetterFacts } from '#texts/claim-letters.ts'
import { paperNames, paperSources } from '#texts/claim-verdict.ts'

type File = { type: string; scan: string; verdict: { is: string } | null }
type Of = Omit<AtDesk, 'papers'> & {
  number: string
  /** The newest of a kind first. */
  files: readonly File[]
  deadlines: readonly ClaimDeadline[]
  payable: number | null
}

/** The letters that fit the claim as it stands, each in every language. */
export function lettersOf(of: Of): { letter: ClaimLetter; text: Localized }[] {
  const isHere = ({ scan, verdict }: File) => scan !== 'infected' && verdict?.is !== 'again'
  const papers = claimPapers.filter((paper) => {
    const newest = of.files.find(({ type }) => type === paper)
    return newest !== undefined && isHere(newest)
  })
  const { missing } = verdictAtDesk({ ...of, papers: new Set(papers) })
  const dayOf = (kind: ClaimDeadline['kind']): Localized | null => {
    const due = of.deadlines.find((one) => one.kind === kind)?.due
    return due ? inEveryLanguage((locale) => longDate(locale, due)) : null
  }
  const facts: LetterFacts = {
    number: of.number,
    missing: missing.map(({ paper, where }) =>
      inEveryLanguage((locale) => ({
        paper: paperNames[locale][paper],
        where: paperSources[locale][where],
      })),
    ),
    decision: dayOf('decision'),
    payment: dayOf('payment'),
    sum: of.payable === null ? null : formatMoney(of.payable),
  }
  const fitting: ClaimLetter[] = [
    ...(missing.length > 0 && of.deadlines.length > 0 ? (['lacks'] as const) : []),
    ...(facts.decision ? (['terms'] as const) : []),
    ...(of.status === 'accepted' ? (['paid'] as const) : []),
  ]
  return fitting.map((letter) => ({ letter, text: claimLetter(letter, facts) }))
}
