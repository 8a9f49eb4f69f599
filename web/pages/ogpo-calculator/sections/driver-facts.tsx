import { useLocale, useTexts } from '../../../texts.ts'
import words, { yearsWord } from '../purchase-texts.ts'
import type { DriverFound } from '../state.ts'

/** «Н•••н Ә. · 7-сынып · өтілі 19 жыл»: enough to recognise the person. */
export function DriverFacts({ found, nameless }: { found: DriverFound; nameless?: boolean }) {
  const t = useTexts(words)
  const locale = useLocale()
  const facts = [
    nameless ? null : found.name,
    found.firstContract ? t.firstFound : found.bonusMalusClass ? t.classFound(found.bonusMalusClass) : null,
    found.experienceYears === null ? null : t.experienceFound(yearsWord(locale, found.experienceYears)),
  ]
  return <>{facts.filter((fact) => fact !== null).join(' · ')}</>
}
