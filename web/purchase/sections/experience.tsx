import { useTexts } from '../../texts.ts'
import { RadioCards } from '../../ui/radio-cards.tsx'
import words from '../purchase-texts.ts'

type Props = {
  name: string
  /** The buyer says it of themself. */
  own?: boolean
  experienced: boolean | null
  error: string | undefined
  onChange: (experienced: boolean) => void
}

/** The driver's word on their experience, asked for where the day of the licence does not tell. */
export function ExperienceField({ name, own, experienced, error, onChange }: Props) {
  const t = useTexts(words)
  return (
    <RadioCards
      name={name}
      label={own ? t.experienceOwn : t.experienceOf}
      hint={t.experienceWhy}
      error={error}
      options={[
        { value: 'over', label: t.experienceOver },
        { value: 'under', label: t.experienceUnder },
      ]}
      defaultValue={experienced === null ? undefined : experienced ? 'over' : 'under'}
      onValue={(value) => onChange(value === 'over')}
    />
  )
}
