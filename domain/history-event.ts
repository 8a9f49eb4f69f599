/** What an event of an order's history is about. */
export type Kind =
  | 'order'
  | 'payment'
  | 'policy'
  | 'refund'
  | 'message'
  | 'call'
  | 'job'
  | 'ending'
  | 'staff'
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
