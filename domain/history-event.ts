/** Subjects of an order's history. */
export const eventKinds = [
  'order',
  'payment',
  'policy',
  'refund',
  'message',
  'call',
  'job',
  'ending',
  'staff',
] as const
export type Kind = (typeof eventKinds)[number]
export type HistoryEvent = {
  at: string
  kind: Kind
  /** The state, the operation (`bank.status`), the job with its state (`issue.retry`). */
  what: string
  detail: string
  bad: boolean
}

/** `calls`, `jobs`: several of what a machine does anyway, all went well. */
export type HistoryEntry<Event> = {
  kind: 'one' | 'repeated' | 'calls' | 'jobs'
  bad: boolean
  first: string
  last: string
  events: Event[]
}

type Told = { at: string; kind: string; what: string }

/** Returns the event's place in a sale: a transaction writes several events with one instant. */
const turnOf = ({ kind, what }: Told): number => {
  if (kind === 'order') return what === 'draft' || what === 'awaiting_payment' ? 0 : 2
  if (kind === 'payment') return 1
  return kind === 'policy' ? 3 : 4
}

/** Compares events: oldest first; those of one instant in the order of a sale. */
export const inSaleOrder = (one: Told, other: Told): number =>
  one.at === other.at ? turnOf(one) - turnOf(other) : one.at < other.at ? -1 : 1
