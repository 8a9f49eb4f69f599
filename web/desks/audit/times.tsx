import { useTexts } from '../../texts.ts'
import styles from './audit.module.css'
import type { Field, Filter } from './filter.ts'
import words from './texts.ts'

type Props = {
  filter: Filter
  day: string
  onChange: (changes: Partial<Record<Field, string>>) => void
}

/** Two times of the day: the same as dragging over its bar, by the keyboard. */
export const Times = ({ filter, day, onChange }: Props) =>
  (['since', 'until'] as const).map((name) => (
    <TimeField
      key={`${name} ${filter[name]}`}
      name={name}
      value={filter[name]}
      onValue={(value) => onChange({ from: day, to: day, [name]: value })}
    />
  ))

type TimeProps = {
  name: 'since' | 'until'
  value: string | undefined
  onValue: (value: string) => void
}

function TimeField({ name, value = '', onValue }: TimeProps) {
  const t = useTexts(words)
  return (
    <label className={styles.field}>
      {t[name]}
      <input
        type="time"
        name={name}
        defaultValue={value}
        onBlur={({ currentTarget }) => {
          if (currentTarget.value !== value) onValue(currentTarget.value)
        }}
      />
    </label>
  )
}
