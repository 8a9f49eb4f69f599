import { almatyDay, formatTime } from '#domain/almaty.ts'
import { addDays } from '#domain/calendar.ts'
import type { Locale } from '#domain/locale.ts'
import type wayWords from '../../sale/way-texts.ts'
import { webWays } from '../../sale/ways.ts'
import { longDate } from '../../texts.ts'
import type payWords from './pay-texts.ts'
import { closedAs, isAsked, isUnclear, mayPay, type Progress, phaseOf, wayOf } from './progress.ts'
import type words from './texts.ts'

type Words = (typeof words)['kz']
type PayWords = (typeof payWords)['kz']
type WayWords = (typeof wayWords)['kz']

/** What the order's page says first, and what is to be done; what is safe stands before that. */
export function headlineOf(
  progress: Progress,
  t: Words,
  pay: PayWords,
  ways: WayWords,
): { heading: string; lead: string } {
  const phase = phaseOf(progress)
  const { leads, headings } = t
  const way = wayOf(progress)
  const by = ways[way]
  if (phase === 'awaiting') {
    return isAsked(progress)
      ? { heading: by.asked, lead: by.lead }
      : { heading: pay.bankSilent, lead: by.soon }
  }
  if (phase === 'rejected' && (mayPay(progress) || webWays[way].saysNo))
    return { heading: by.refused, lead: by.why }
  if (isUnclear(progress)) return { heading: headings.billUnclear, lead: leads.billUnclear }
  if (phase === 'expired' && mayPay(progress))
    return { heading: by.over, lead: leads.attemptExpired }
  const isLate = phase === 'failed' && closedAs(progress) !== null
  return { heading: headings[phase], lead: isLate ? leads.late : leads[phase] }
}

/** A moment to come, as people say it: «ертең, 19:31». */
export function soonOf(instant: string, now: Date, locale: Locale, pay: PayWords): string {
  const at = new Date(instant)
  const [day, time, today] = [almatyDay(at), formatTime(at), almatyDay(now)]
  if (day === today) return pay.today(time)
  return day === addDays(today, 1) ? pay.tomorrow(time) : `${longDate(locale, day)}, ${time}`
}
