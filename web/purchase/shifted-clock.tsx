import type { Day } from '#domain/calendar.ts'
import { longDate, useLocale, useTexts } from '../texts.ts'
import { Notice } from '../ui/notice.tsx'
import words from './shifted-clock-texts.ts'

/** Says which day it is where the sandbox has moved the clock. */
export function ShiftedClock({ today }: { today: Day }) {
  const t = useTexts(words)
  return (
    <Notice tone="warn" title={t.title}>
      {t.today(longDate(useLocale(), today))}
    </Notice>
  )
}
