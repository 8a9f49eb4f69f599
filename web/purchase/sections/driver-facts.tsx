import { experiencedYears } from '#domain/constants.ts'
import type { PersonFound } from '../../sale/model/sale.ts'
import { useLocale, useTexts } from '../../texts.ts'
import words, { yearsWord } from '../purchase-texts.ts'

/** «Н•••н Ә. · 7-сынып · өтілі кемінде 7 жыл»: enough to recognise the person. */
export function DriverFacts({ found, nameless }: { found: PersonFound; nameless?: boolean }) {
  const t = useTexts(words)
  const locale = useLocale()
  /** The licence proves at least so much; if it does not, the driver declares it. */
  const experienceWords = (): string | null => {
    if (found.experienceYears === null || found.experienceAsked) return null
    return found.experienceYears < experiencedYears
      ? t.experienceLess
      : t.experienceFound(yearsWord(locale, found.experienceYears))
  }
  const facts = [
    nameless ? null : found.name,
    found.firstContract
      ? t.firstFound
      : found.bonusMalusClass
        ? t.classFound(found.bonusMalusClass)
        : null,
    experienceWords(),
  ]
  return <>{facts.filter((fact) => fact !== null).join(' · ')}</>
}
