import { almatyDay, formatTime } from '#domain/almaty.ts'
import { addDays } from '#domain/calendar.ts'
import type { Locale } from '#domain/locale.ts'
import { longDate } from '../../texts.ts'
import type payWords from './pay-texts.ts'
import { isAsked, isUnclear, mayPay, type Progress, phaseOf } from './progress.ts'
import type words from './texts.ts'

type Words = (typeof words)['kz']
type PayWords = (typeof payWords)['kz']

/** What the order's page says first, and what is to be done; what is safe stands before that. */
export function headlineOf(
  progress: Progress,
  t: Words,
  pay: PayWords,
): { heading: string; lead: string } {
  const phase = phaseOf(progress)
  const { leads, headings } = t
  const byCard = progress.pay?.system === 'card'
  if (phase === 'awaiting') {
    if (!isAsked(progress))
      return { heading: pay.bankSilent, lead: byCard ? leads.cardSoon : leads.billSoon }
    return byCard
      ? { heading: pay.onCardPage, lead: leads.card }
      : { heading: pay.inBank, lead: leads.bill }
  }
  if (phase === 'rejected' && byCard) return { heading: pay.cardFailed, lead: leads.cardRejected }
  if (phase === 'rejected' && mayPay(progress))
    return { heading: pay.billRejected, lead: leads.rejected }
  if (isUnclear(progress)) return { heading: headings.billUnclear, lead: leads.billUnclear }
  if (phase === 'expired' && mayPay(progress))
    return { heading: byCard ? headings.expired : pay.billExpired, lead: leads.attemptExpired }
  return { heading: headings[phase], lead: leads[phase] }
}

/** A moment to come, as people say it: «ертең, 19:31». */
export function soonOf(instant: string, now: Date, locale: Locale, pay: PayWords): string {
  const at = new Date(instant)
  const [day, time, today] = [almatyDay(at), formatTime(at), almatyDay(now)]
  if (day === today) return pay.today(time)
  return day === addDays(today, 1) ? pay.tomorrow(time) : `${longDate(locale, day)}, ${time}`
}
