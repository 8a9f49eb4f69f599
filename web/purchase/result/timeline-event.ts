import type { Locale } from '#brand'
import { almatyDay } from '#domain/calendar.ts'
import { longDate } from '../../texts.ts'
import { clockTime, type Moment } from './progress.ts'
import type words from './texts.ts'

/** An instant of an order as people read it: with its day where it is another one. */
export const timeOf = (instant: string, locale: Locale): string =>
  clockTime(instant, almatyDay(new Date()), (day) => longDate(locale, day))

/** A moment of an order in the words of the timeline, for its buyer and for who sold it. */
export function timelineEvent(
  { name, state, at }: Moment,
  t: (typeof words)['kz'],
  locale: Locale,
) {
  // what has not happened yet is not told in the past tense
  const pending: Partial<Record<typeof name, string>> = t.pending
  const ahead = state === 'waiting' || (state === 'now' && name !== 'registering')
  return {
    id: name,
    title: ahead ? (pending[name] ?? t.events[name]) : t.events[name],
    state,
    stateLabel: {
      done: t.stateDone,
      now: t.stateNow,
      waiting: t.stateWaiting,
      failed: t.stateFailed,
    }[state],
    ...(at && (state === 'done' || state === 'failed') ? { time: timeOf(at, locale) } : {}),
  }
}
