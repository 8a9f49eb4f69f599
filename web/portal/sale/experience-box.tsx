import { useTexts } from '../../texts.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import type { Driver } from './state/state.ts'
import words from './texts.ts'

type Props = Pick<Driver, 'name' | 'experience' | 'experienceAsked' | 'experienced'> & {
  field: string
  /** What is wrong with the person: then nothing is asked. */
  wrong: string
  onChecked: (experienced: boolean) => void
}

/**
 * The driver's word on two years of experience, where the day of the licence does not tell it; of a
 * row loaded by Global ID, whose licence nobody has asked about, too.
 */
export function ExperienceBox({
  field,
  wrong,
  name,
  experience,
  experienceAsked,
  experienced,
  onChecked,
}: Props) {
  const t = useTexts(words)
  if (!experienceAsked && (name === '' || experience !== null || wrong !== '')) return null
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
