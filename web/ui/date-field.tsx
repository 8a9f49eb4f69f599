import { useRef } from 'react'
import { isDay, numericDay } from '#domain/calendar.ts'
import { useTexts } from '../texts.ts'
import styles from './date-field.module.css'
import words from './date-texts.ts'
import { dayMask } from './day-mask.ts'
import { DayIcon } from './later-icons.tsx'
import { MaskedField } from './masked-field.tsx'
import type { TextFieldProps } from './text-field.tsx'

export type DateFieldProps = Omit<
  TextFieldProps,
  'type' | 'inputMode' | 'rows' | 'inputRef' | 'onBlur' | 'suffix' | 'placeholder'
> & {
  /** First and last day that may be chosen, `2026-11-20`. */
  min?: string | undefined
  max?: string | undefined
}

/**
 * A calendar date, typed in the local form whatever the browser's language, or picked in its
 * calendar. `onValue` gets `2026-11-20`, and an empty text until the date is complete; a form has
 * the same by `name`.
 */
export function DateField({ name, id, min, max, defaultValue, onValue, ...props }: DateFieldProps) {
  const t = useTexts(words)
  const calendar = useRef<HTMLInputElement>(null)
  return (
    <MaskedField
      {...props}
      id={id ?? name}
      name={`${name}-typed`}
      rule={dayMask}
      inputMode="numeric"
      placeholder={t.shape}
      defaultValue={defaultValue ? numericDay(defaultValue) : undefined}
      onValue={(shown) => {
        const day = shown.split('.').reverse().join('-')
        if (calendar.current) calendar.current.value = isDay(day) ? day : ''
        onValue?.(isDay(day) ? day : '')
      }}
      suffix={
        <span className={styles.calendar}>
          <DayIcon />
          <input
            ref={calendar}
            type="date"
            name={name}
            tabIndex={-1}
            aria-label={t.calendar}
            disabled={props.disabled}
            min={min}
            max={max}
            defaultValue={defaultValue}
            onChange={({ currentTarget: { value } }) => {
              const typed = document.getElementById(id ?? name)
              if (!(typed instanceof HTMLInputElement) || !value) return
              typed.value = value
              typed.dispatchEvent(new Event('input', { bubbles: true }))
            }}
          />
        </span>
      }
    />
  )
}
