/**
 * State of a month of the books: still running; over, but the month before it is open; its checks
 * are open; ready to close; one person has signed; closed; closed again after it had been opened.
 */
export const monthStates = [
  'running',
  'waits',
  'differs',
  'ready',
  'prepared',
  'closed',
  'closed_again',
] as const
export type MonthState = (typeof monthStates)[number]

type Facts = {
  month: string
  /** The month of today. */
  now: string
  closed: boolean
  /** How often it was opened again. */
  openings: number
  /** It is the one that may be closed next. */
  next: boolean
  prepared: boolean
  /** Number of open checks; null if not checked. */
  open: number | null
}

/** The state of a month of its facts. */
export function monthState({
  month,
  now,
  closed,
  openings,
  next,
  prepared,
  open,
}: Facts): MonthState {
  if (closed) return openings > 0 ? 'closed_again' : 'closed'
  if (month >= now) return 'running'
  if (open !== null && open > 0) return 'differs'
  if (!next) return 'waits'
  return prepared ? 'prepared' : 'ready'
}
