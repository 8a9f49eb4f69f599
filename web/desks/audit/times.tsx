import { useState } from 'react'
import { timeAsTyped } from '#domain/as-typed.ts'
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

/** As the day beside it: typed as people here write it, whatever the browser's language. */
function TimeField({ name, value = '', onValue }: TimeProps) {
  const t = useTexts(words)
  const [isWrong, setWrong] = useState(false)
  return (
    <label className={styles.field}>
      {t[name]}
      <input
        name={name}
        inputMode="numeric"
        autoComplete="off"
        size={5}
        maxLength={5}
        placeholder={t.timeShape}
        defaultValue={value}
        aria-invalid={isWrong || undefined}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') currentTarget.blur()
        }}
        onBlur={({ currentTarget }) => {
          const typed = currentTarget.value.trim()
          const time = typed && timeAsTyped(typed)
          setWrong(time === null)
          if (time !== null && time !== value) onValue(time)
        }}
      />
    </label>
  )
}
