import { almatyDay, formatTime } from '#domain/almaty.ts'
import type { Locale } from '#domain/locale.ts'
import { firstWay, type WayName } from '#domain/payment-ways.ts'
import { type Phase, type Progress, phaseOf } from '../../sale/phase.ts'
import wayWords, { type WayWords } from '../../sale/way-texts.ts'
import { longDate } from '../../texts.ts'
import type words from './texts.ts'

export { isOver, type Phase, type Progress, phaseOf } from '../../sale/phase.ts'

export type EventName =
  | 'created'
  /** Asked for by this way. */
  | WayName
  | 'paid'
  | 'registering'
  | 'registered'
  | 'papers'
  | 'sms'
  | 'mail'
  | 'rejected'
  | 'expired'
  | 'cancelled'
  | 'attemptError'
  | 'billUnclear'
  | 'failed'
  | 'refunding'
  | 'refunded'
  | 'refundFailed'
export type Moment = {
  name: EventName
  state: 'done' | 'now' | 'waiting' | 'failed'
  at: string | null
}

export const wayOf = ({ pay }: Progress): WayName => pay?.system ?? firstWay

/** The bank has taken the bill or opened the card's page. */
export const isAsked = (progress: Progress): boolean => sentAt(progress) !== null

/** The bank did not say whether the bill was sent. */
export const isUnclear = (progress: Progress): boolean =>
  phaseOf(progress) === 'error' && progress.pay?.unclear === true

const ends = ['payment.rejected', 'payment.error', 'payment.expired']

/** What happened to attempts by the way of the newest. */
const ofAttempts = (progress: Progress) =>
  progress.events.filter(
    ({ kind, system }) => kind.startsWith('payment.') && system === wayOf(progress),
  )

/**
 * When the attempt that is now, or was the last, was taken by the bank; an earlier one says nothing
 * of it.
 */
function sentAt(progress: Progress): string | null {
  const own = ofAttempts(progress)
  const sent = own.findLastIndex(({ kind }) => kind === 'payment.awaiting')
  const over = own.slice(sent + 1).filter(({ kind }) => ends.includes(kind)).length
  return over <= (progress.paid === 'awaiting' ? 0 : 1) ? (own[sent]?.at ?? null) : null
}

const closings = ['expired', 'cancelled', 'rejected'] as const
/** Returns how the order ended before its money came; null if it did not. */
export const closedAs = ({ events }: Pick<Progress, 'events'>): (typeof closings)[number] | null =>
  closings.find((state) => events.some(({ kind }) => kind === `order.${state}`)) ?? null

/** Another way to pay may still be chosen. */
export const mayPay = (progress: Progress): boolean => progress.state === 'awaiting_payment'

/** Returns true events with their times, then the running one, then those to come. */
export function momentsOf(progress: Progress): Moment[] {
  const at = (kind: string): string | null =>
    progress.events.findLast((event) => event.kind === kind)?.at ?? null
  const done = (name: EventName, when: string | null): Moment[] =>
    when ? [{ name, state: 'done', at: when }] : []
  const free = progress.amount === 0
  const phase = phaseOf(progress)
  const created: Moment = {
    name: 'created',
    state: 'done',
    at: at('order.awaiting_payment') ?? progress.events[0]?.at ?? null,
  }
  const before = [created, ...(free ? [] : paying(progress, phase, at))]

  if (['rejected', 'error', 'expired', 'cancelled'].includes(phase)) return before
  const paid: Moment[] = free
    ? []
    : at('order.paid')
      ? done('paid', at('order.paid'))
      : [
          {
            name: 'paid',
            state: phase !== 'awaiting' ? 'done' : isAsked(progress) ? 'now' : 'waiting',
            at: null,
          },
        ]
  if (phase === 'failed' || phase === 'refunded') {
    const closed = closedAs(progress)
    return [
      ...before,
      ...paid,
      closed
        ? { name: closed, state: 'failed', at: at(`order.${closed}`) }
        : { name: 'failed', state: 'failed', at: at('order.issue_failed') },
      refund(progress, at),
    ]
  }

  const issued = at('order.issued')
  const registered: Moment = issued
    ? { name: 'registered', state: 'done', at: issued }
    : {
        name: 'registering',
        state: phase === 'awaiting' ? 'waiting' : 'now',
        at: at('order.issuing'),
      }
  const policyDocuments = at('papers.made')
  const sms =
    progress.events.findLast(
      ({ kind }) => kind.startsWith('sms.') && !kind.startsWith('sms.refunded'),
    )?.at ?? null
  const told = issued ? sms : null
  const mail = issued
    ? (progress.events.findLast(({ kind }) => kind.startsWith('mail.'))?.at ?? null)
    : null
  return [
    ...before,
    ...paid,
    registered,
    policyDocuments
      ? { name: 'papers', state: 'done', at: policyDocuments }
      : { name: 'papers', state: issued ? 'now' : 'waiting', at: null },
    told
      ? { name: 'sms', state: 'done', at: told }
      : { name: 'sms', state: policyDocuments ? 'now' : 'waiting', at: null },
    ...done('mail', mail),
    ...(progress.refund ? [leftOver(progress.refund)] : []),
  ]
}

/** What a cheaper reissue gives back. */
function leftOver({ state, at }: NonNullable<Progress['refund']>): Moment {
  if (state === 'done') return { name: 'refunded', state: 'done', at }
  return state === 'failed'
    ? { name: 'refundFailed', state: 'failed', at }
    : { name: 'refunding', state: 'now', at }
}

/** The invoice or the card's page, and how it ended when it did not end in money. */
function paying(progress: Progress, phase: Phase, at: (kind: string) => string | null): Moment[] {
  const name = wayOf(progress)
  const ended = (state: string) =>
    ofAttempts(progress).findLast(({ kind }) => kind === `payment.${state}`)?.at ?? null
  const sent = sentAt(progress)
  const asked: Moment[] = sent
    ? [{ name, state: 'done', at: sent }]
    : phase === 'awaiting'
      ? [{ name, state: 'now', at: null }]
      : []
  if (phase === 'rejected')
    return [
      ...asked,
      { name: 'rejected', state: 'failed', at: ended('rejected') ?? at('order.rejected') },
    ]
  if (phase === 'error')
    return [
      ...asked,
      {
        name: isUnclear(progress) ? 'billUnclear' : 'attemptError',
        state: 'failed',
        at: ended('error'),
      },
    ]
  if (phase === 'expired')
    return [
      ...asked,
      { name: 'expired', state: 'failed', at: at('order.expired') ?? ended('expired') },
    ]
  if (phase === 'cancelled')
    return [...asked, { name: 'cancelled', state: 'failed', at: at('order.cancelled') }]
  return asked
}

function refund(progress: Progress, at: (kind: string) => string | null): Moment {
  if (progress.state === 'refunded')
    return { name: 'refunded', state: 'done', at: at('order.refunded') }
  if (progress.state === 'refund_failed')
    return { name: 'refundFailed', state: 'failed', at: at('order.refund_failed') }
  return { name: 'refunding', state: 'now', at: at('order.refunding') }
}

/**
 * Seconds from the money (of a free order from the order) to the documents, or to the policy as
 * long as they are not made; null before.
 */
export function secondsTaken({ events }: Pick<Progress, 'events'>): number | null {
  const at = (kind: string) => events.findLast((event) => event.kind === kind)?.at
  const from = at('order.paid') ?? at('order.awaiting_payment') ?? events[0]?.at
  const to = at('papers.made') ?? at('order.issued')
  if (!from || !to) return null
  return Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / 1_000))
}

/** `14:32` in Almaty (UTC+5, no summer time), with the day when it is not today's. */
export function clockTime(
  instant: string,
  today: string,
  dayWords: (day: string) => string,
  seconds = false,
): string {
  const at = new Date(instant)
  const [day, time] = [almatyDay(at), formatTime(at, seconds)]
  return day === today ? time : `${dayWords(day)}, ${time}`
}

/** Formats an instant of an order: with its day unless it is today. */
export const timeOf = (instant: string, locale: Locale, seconds = false): string =>
  clockTime(instant, almatyDay(new Date()), (day) => longDate(locale, day), seconds)

/**
 * Words a moment of an order for the timeline, for its buyer and for its seller; with seconds if
 * the event shows how long it took.
 */
export function timelineEvent(
  { name, state, at }: Moment,
  t: (typeof words)['kz'],
  locale: Locale,
  seconds = false,
) {
  // an event to come is not worded in the past tense
  const ways: Partial<Record<typeof name, WayWords>> = wayWords[locale]
  const asked = ways[name]
  const pending: Partial<Record<typeof name, string>> = t.pending
  const events: Partial<Record<typeof name, string>> = t.events
  const ahead = state === 'waiting' || (state === 'now' && name !== 'registering')
  const happened = asked?.done ?? events[name] ?? ''
  return {
    id: name,
    title: ahead ? (asked?.asking ?? pending[name] ?? happened) : happened,
    state,
    stateLabel: {
      done: t.stateDone,
      now: t.stateNow,
      waiting: t.stateWaiting,
      failed: t.stateFailed,
    }[state],
    ...(at && (state === 'done' || state === 'failed')
      ? { time: timeOf(at, locale, seconds) }
      : {}),
  }
}
