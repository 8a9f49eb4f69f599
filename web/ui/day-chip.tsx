import { useEffect, useRef } from 'react'
import { isDay, numericDay } from '#domain/calendar.ts'
import { useTexts } from '../texts.ts'
import calendar from './date-field.module.css'
import words from './date-texts.ts'
import { dayMask } from './day-mask.ts'
import { DayIcon } from './later-icons.tsx'
import { maskField } from './mask-field.ts'

type Props = {
  id: string
  /** `2026-11-20`, as passed to `onDay`: complete days only; empty without a filter. */
  value: string
  max?: string
  onDay: (day: string) => void
}

/** A day that narrows a list, typed as people here write it or taken from the calendar. */
export function DayChip({ id, value, max, onDay }: Props) {
  const t = useTexts(words)
  const typed = useRef<HTMLInputElement>(null)
  const picked = useRef<HTMLInputElement>(null)
  const latest = useRef(onDay)
  useEffect(() => {
    latest.current = onDay
  })
  useEffect(
    () =>
      typed.current
        ? maskField(
            typed.current,
            () => dayMask,
            ({ shown }) => {
              const day = shown.split('.').reverse().join('-')
              if (day && !isDay(day)) return
              if (picked.current) picked.current.value = day
              latest.current(day)
            },
          )
        : undefined,
    [],
  )
  return (
    <>
      <input
        ref={typed}
        id={id}
        inputMode="numeric"
        autoComplete="off"
        size={10}
        placeholder={t.shape}
        defaultValue={value && numericDay(value)}
      />
      <span className={calendar.calendar} data-small="">
        <DayIcon />
        <input
          ref={picked}
          type="date"
          tabIndex={-1}
          aria-label={t.calendar}
          max={max}
          defaultValue={value}
          onChange={({ currentTarget: { value: day } }) => {
            if (!typed.current || !isDay(day)) return
            typed.current.value = numericDay(day)
            latest.current(day)
          }}
        />
      </span>
    </>
  )
}
