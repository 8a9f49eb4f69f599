import { almatyDay, formatTime } from '#domain/almaty.ts'
import { addDays } from '#domain/calendar.ts'
import type { Locale } from '#domain/locale.ts'
import type { WayName } from '#domain/payment-ways.ts'
import { longDate } from '../../texts.ts'
import type payWords from './pay-texts.ts'
import { isAsked, isUnclear, mayPay, type Progress, phaseOf, wayOf } from './progress.ts'
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
  const by = wordsBy(t, pay)[wayOf(progress)]
  if (phase === 'awaiting') {
    return isAsked(progress)
      ? { heading: by.asked, lead: by.lead }
      : { heading: pay.bankSilent, lead: by.soon }
  }
  if (phase === 'rejected' && (mayPay(progress) || by.always))
    return { heading: by.failed, lead: by.why }
  if (isUnclear(progress)) return { heading: headings.billUnclear, lead: leads.billUnclear }
  if (phase === 'expired' && mayPay(progress))
    return { heading: by.over, lead: leads.attemptExpired }
  return { heading: headings[phase], lead: leads[phase] }
}

type Said = Record<'asked' | 'lead' | 'soon' | 'failed' | 'why' | 'over', string> & {
  /** A no is said also where nothing can be paid any more. */
  always: boolean
}

/** What is said of each way: the bill is in the bank, the page waits for its buyer. */
const wordsBy = ({ leads, headings }: Words, pay: PayWords): Record<WayName, Said> => ({
  mobile_bank: {
    asked: pay.inBank,
    lead: leads.bill,
    soon: leads.billSoon,
    failed: pay.billRejected,
    why: leads.rejected,
    over: pay.billExpired,
    always: false,
  },
  card: {
    asked: pay.onCardPage,
    lead: leads.card,
    soon: leads.cardSoon,
    failed: pay.cardFailed,
    why: leads.cardRejected,
    over: headings.expired,
    always: true,
  },
  epay: {
    asked: pay.onCardPage,
    lead: leads.epay,
    soon: leads.epaySoon,
    failed: pay.epayFailed,
    why: leads.epayRejected,
    over: headings.expired,
    always: true,
  },
})

/** A moment to come, as people say it: «ертең, 19:31». */
export function soonOf(instant: string, now: Date, locale: Locale, pay: PayWords): string {
  const at = new Date(instant)
  const [day, time, today] = [almatyDay(at), formatTime(at), almatyDay(now)]
  if (day === today) return pay.today(time)
  return day === addDays(today, 1) ? pay.tomorrow(time) : `${longDate(locale, day)}, ${time}`
}
