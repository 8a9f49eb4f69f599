import type { Tenge } from './money.ts'

/**
 * Compares the acquirer's list of a payment's refunds with ours. It has no key of ours: a line is
 * ours if it has the number they gave our refund, else if it is new since our request and has its
 * sum. No two refunds of a payment are requested at once.
 */
export type TheirLine = {
  id: string
  /** Ours are whole tenge; what a bank takes may have tiyn. */
  amount: number
  state: 'done' | 'pending' | 'failed'
  why: string
}
export type OurRefund = {
  id: string
  amount: Tenge
  state: string
  /** Their number of it, once it is known. */
  outsideId: string | null
  askedAt: Date | null
  acceptedAt: Date | null
  /** Lines they had listed before we requested it. */
  askedLines: readonly string[]
}
export type Compared = {
  ours: { refund: OurRefund; line: TheirLine }[]
  strangers: TheirLine[]
  /** Refunds a bank did not make after all: our books may have them as made. */
  undone: TheirLine[]
  /** The bank is still processing a refund that is not ours: keep querying until it is decided. */
  isUndecided: boolean
}

const likely = { done: 0, pending: 1, failed: 2 } as const

/**
 * Finds which lines are ours, and which refunds were made without us. A line that could be ours
 * counts as ours, so that a doubt never causes a second refund.
 */
export function compared(lines: readonly TheirLine[], refunds: readonly OurRefund[]): Compared {
  const ours: Compared['ours'] = []
  const known = new Map(
    refunds.flatMap((refund) => (refund.outsideId ? [[refund.outsideId, refund] as const] : [])),
  )
  const left: TheirLine[] = []
  for (const line of lines) {
    const refund = known.get(line.id)
    if (refund) ours.push({ refund, line })
    else left.push(line)
  }
  left.sort((one, other) => likely[one.state] - likely[other.state])
  for (const refund of refunds.filter(({ askedAt, outsideId }) => askedAt && !outsideId)) {
    const at = left.findIndex(
      ({ id, amount }) => amount === refund.amount && !refund.askedLines.includes(id),
    )
    const line = at < 0 ? undefined : left.splice(at, 1)[0]
    if (line) ours.push({ refund, line })
  }
  const whole = inWholeTenge(lines)
  return {
    ours,
    strangers: left
      .filter(({ state }) => state === 'done')
      .map((line) => ({ ...line, amount: whole.get(line.id) ?? line.amount })),
    undone: [
      ...ours.flatMap(({ refund, line }) => (refund.state === 'done' ? [line] : [])),
      ...left,
    ].filter(({ state }) => state === 'failed'),
    isUndecided: left.some(({ state }) => state === 'pending'),
  }
}

/**
 * Rounds to whole tenge for our books: up, over all lines booked together, so that never more goes
 * back than they hold and not a tenge more is booked than was taken.
 */
function inWholeTenge(lines: readonly TheirLine[]): ReadonlyMap<string, Tenge> {
  const whole = new Map<string, Tenge>()
  let tiyn = 0
  for (const { id, amount } of lines.filter(({ state }) => state === 'done')) {
    const before = Math.ceil(tiyn / 100)
    tiyn += Math.round(amount * 100)
    whole.set(id, Math.ceil(tiyn / 100) - before)
  }
  return whole
}
