import { useTexts } from '../../texts.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import type { PersonFacts } from './state/row-facts.ts'
import words from './texts.ts'

type Props = {
  said: Pick<PersonFacts, 'name' | 'experience' | 'experienceAsked' | 'error'>
  experienced: boolean | null
  field: string
  onChecked: (experienced: boolean) => void
}

/**
 * The driver's word on two years of experience, where the day of the licence does not tell it; of a
 * row loaded by Global ID, whose licence nobody has asked about, too.
 */
export function ExperienceBox({ said, experienced, field, onChecked }: Props) {
  const t = useTexts(words)
  const { name, experience, experienceAsked, error } = said
  // Where something is wrong with the person nothing is asked.
  if (!experienceAsked && (name === '' || experience !== null || error !== '')) return null
  return (
    <Checkbox
      name={field}
      label={t.experienceBox}
      hint={t.experienceBoxHint}
      defaultChecked={experienced === true}
      onChecked={onChecked}
    />
  )
}
