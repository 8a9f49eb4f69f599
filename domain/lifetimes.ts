import { addDays, almatyDay, type Day, endOfDay, startOfDay } from './calendar.ts'

/**
 * How long things live: one place for all of them (settled.md, "Order, payment, issue" and
 * "Identity"). Milliseconds.
 */
const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/**
 * The hour of Almaty from which messages go out that a day brings and no act of the client: reminders,
 * a card that is missing or ends, a period that was not renewed. Cards are charged from this hour too.
 * A day begins at midnight, and its messages woke people. Codes and answers go at once.
 */
const toldFrom = 10 * hour
/** Returns when to send a message that is not urgent: now, or in the morning. */
export const toldAt = (now: Date): Date =>
  new Date(Math.max(now.getTime(), startOfDay(almatyDay(now)).getTime() + toldFrom))
export const isByDay = (now: Date): boolean => toldAt(now) <= now

export const billMs = 24 * hour
export const consentAnswerMs = 10 * minute
export const consentLifeMs = 30 * day
export const otpMs = 5 * minute
export const otpAttempts = 5
export const otpResendMs = 30 * second
export const purchaseTokenMs = 2 * hour
export const temporaryPasswordMs = 24 * hour
export const draftMs = 24 * hour
/** Lifetime of a claim's draft, from its last change. */
export const claimDraftMs = 30 * day
/**
 * How long the token of one claim opens it, from the code that proved whose it is; then their sign-in
 * does.
 */
export const claimTokenMs = 24 * hour
/** The drivers are next to each other when one shows the other the link of a notice. */
export const noticeLinkMs = 30 * minute
/** A notice not signed by both is stored so long after its last change. */
export const openNoticeMs = 24 * hour
export const issueRetriesMs = 24 * hour
/** The author of a decision on a claim may take it back so long: nothing has been sent by then. */
export const takeBackMs = 8 * second
export const oneUseLinkMs = minute
/** From the press of the button to the way back from the government's sign-in. */
export const signInMs = 10 * minute
/** How long a sign-in by code or e-ID proves the person for setting a password. */
export const freshSignInMs = 10 * minute
/** A visit opened by a partner's link. */
export const partnerVisitMs = 2 * hour
/** An accepted card refund that they do not list after so long needs people. */
export const lostRefundMs = 24 * hour
/** A position: fresh enough to judge, and to reuse between calculation and order. */
export const positionMs = 60 * second
export const positionReuseMs = 30 * minute
/** How long a client may type for a promoter's sheet on their own phone. */
export const clientFormMs = 30 * minute
/**
 * How long a policyholder's code opens their policy to a promoter who did not sell it: calculation
 * and order.
 */
export const clientProofMs = 30 * minute
/** How long the code of an order's link opens that order on the device: as long as one may buy. */
export const orderTokenMs = 2 * hour

/** The figures on the first page: how far they look back, and how old they may be. */
export const issueTimesDays = 30
export const firstPageMs = hour
/**
 * Decisions about claims are fewer: a longer period is counted, and a minimum is needed to show
 * them.
 */
export const decisionDaysLookBack = 90
export const decisionsEnough = 20

/** The journal of outgoing calls: the general limitation period. */
export const callsKeptYears = 3
/**
 * Positions from a device: stored as long as a contract may wait for its first day, so that a sale
 * can be disputed until then.
 */
export const positionsKeptDays = 90
/**
 * The law's five years after the relation; a policy begins within 90 days of its screening and
 * lasts a year at most.
 */
export const screeningsKeptYears = 7

/**
 * Reasons of refused sales are stored as long as a client may still ask about them. No law names a
 * time; a guess.
 */
export const refusedSalesKeptDays = 90

/**
 * Days of policies compared with the unified database each night: covers the greatest age of a
 * restored backup and a week for the people who restore it.
 */
export const registeredComparedDays = 8

export const addMs = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

/** A quote holds till the end of its Almaty day, so it never crosses a change of tables. */
export function quoteExpiresAt(quotedAt: Date): Date {
  return endOfDay(almatyDay(quotedAt))
}

export function quoteExpired(quotedAt: Date, now: Date): boolean {
  return now > quoteExpiresAt(quotedAt)
}

/**
 * Returns until when an order may be paid at its price, in any way and any number of attempts: a
 * day from the order, but never past the last day of a row that the price rests on (tables,
 * insurer, commission, OGPO+), since the contract is concluded on the day of payment, nor into the
 * day its term begins.
 */
export function priceHoldsUntil(of: { orderedAt: Date; start: Day; lastDay: Day | null }): Date {
  const ends = [addMs(of.orderedAt, billMs), startOfDay(of.start)]
  if (of.lastDay) ends.push(startOfDay(addDays(of.lastDay, 1)))
  return new Date(Math.min(...ends.map((end) => end.getTime())))
}

/** Why an order is over that could still be paid by its state. */
export const priceOver = 'the price is over'

/** When a code may be sent again after the last one. */
export function otpResendAt(sentAt: Date): Date {
  return addMs(sentAt, otpResendMs)
}

/** A code may be tried while it is not older than 5 minutes and has tries left. */
export function otpUsable(code: { sentAt: Date; attempts: number }, now: Date): boolean {
  return code.attempts < otpAttempts && now < addMs(code.sentAt, otpMs)
}

/** Delays after a partner did not take a report; the last one repeats for three days. */
const reportDelays = [10 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour]
const reportRetriesMs = 72 * hour

/** When to tell a partner again after `attempts` failed ones, or null: given up, staff see it. */
export function nextReportAttempt(attempts: number, firstAt: Date, now: Date): Date | null {
  const next = addMs(now, reportDelays[Math.min(attempts, reportDelays.length) - 1] ?? 0)
  return next < addMs(firstAt, reportRetriesMs) ? next : null
}

/** Delays after the first, second, … attempt to issue; the last one repeats. */
const issueDelays = [
  5 * second,
  15 * second,
  30 * second,
  minute,
  2 * minute,
  5 * minute,
  10 * minute,
  15 * minute,
  30 * minute,
]
/** Closer to the deadline than this, another try is not worth it. */
const issueLastMargin = 30 * second

/**
 * After this instant a paid order is refunded: 24 h of retries, and never past the beginning of the
 * start date (a policy is not backdated).
 */
export function issueDeadline(firstAt: Date, start: Day): Date {
  return new Date(Math.min(addMs(firstAt, issueRetriesMs).getTime(), startOfDay(start).getTime()))
}

/**
 * When to try to issue again after `attempts` failed ones, or null: give up and refund. The delays
 * grow to 30 minutes; when the next one would pass the deadline, one last try is made just before
 * it.
 */
export function nextIssueAttempt(
  attempts: number,
  firstAt: Date,
  now: Date,
  start: Day,
): Date | null {
  const deadline = issueDeadline(firstAt, start)
  if (attempts <= 0) return now < deadline ? now : null
  const next = addMs(now, issueDelays[Math.min(attempts, issueDelays.length) - 1] ?? 0)
  if (next < deadline) return next
  const last = addMs(deadline, -issueLastMargin)
  return now < last ? last : null
}

/** How long the link "it was not me" of a changed password, phone or e-mail works. */
export const notMeMs = 7 * 86_400_000
