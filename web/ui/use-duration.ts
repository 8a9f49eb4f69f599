import { type Duration, splitDuration } from '#domain/duration.ts'
import { texts, useTexts } from '../texts.ts'

const units = texts({
  kz: { days: 'күн', hours: 'сағ', minutes: 'мин', seconds: 'сек' },
  ru: { days: 'дн.', hours: 'ч', minutes: 'мин', seconds: 'с' },
})
const order = ['days', 'hours', 'minutes', 'seconds'] as const

/** Since then until now: «2 сағ 14 мин», «3 дн.». */
export function useDuration(): (since: string, until?: string | null) => string {
  const t = useTexts(units)
  const shown = (waited: Duration) => {
    const parts = order.flatMap((unit) =>
      waited[unit] > 0 ? [`${waited[unit]}\u00a0${t[unit]}`] : [],
    )
    return parts.join('\u00a0') || `0\u00a0${t.seconds}`
  }
  return (since, until) =>
    shown(splitDuration((until ? Date.parse(until) : Date.now()) - Date.parse(since)))
}
