import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AttemptState, attemptMayBecome } from '../payment-attempt.ts'
import { nextStep, type Standing, type Step } from './billing.ts'
import {
  type ChargeState,
  chargeMayBecome,
  type SubscriptionState,
  subscriptionMayBecome,
} from './subscription.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Almaty's hours since 1970; its days are counted whole. */
const dayNumber = (ms: number) => Math.floor((ms + 5 * HOUR) / DAY)
const hourOf = (ms: number) => Math.floor(((ms + 5 * HOUR) % DAY) / HOUR)

/**
 * An accountant's book beside the product: days as numbers, money as a count of payments per
 * period.
 */
type Book = {
  now: number
  /** Day, month and year of the first period. */
  anchor: { year: number; month: number; day: number }
  period: number
  alive: boolean
  card: boolean
  declined: number[]
  /** The day of a try whose end is not known. */
  open: number | null
  /** Payments received, by period; the first one was paid on the page. */
  received: number[]
}
type Try = { id: string; state: AttemptState; madeOn: string }
/** The product's rows; states change as its tables allow. */
type Rows = {
  state: SubscriptionState
  anchor: string
  period: number
  charge: { state: ChargeState; attempts: Try[] } | null
  made: number
}

/** The day number on which a period begins: the same day of a later month, or that month's last. */
function startOf({ anchor: { year, month, day } }: Book, period: number): number {
  const last = new Date(Date.UTC(year, month + period + 1, 0)).getUTCDate()
  return Date.UTC(year, month + period, Math.min(day, last)) / DAY
}

/** Returns the step the model expects now. */
function expected(book: Book): Step['do'] {
  if (book.open !== null) return 'ask'
  if (!book.alive) return 'nothing'
  const today = dayNumber(book.now)
  const left = startOf(book, book.period) - today
  if (book.declined.length === 3 || left <= 0) return 'not_renew'
  if (left > 3 || hourOf(book.now) < 10 || !book.card || book.declined.at(-1) === today)
    return 'nothing'
  return 'try'
}

const charge = (rows: Rows, to: ChargeState) => {
  if (!rows.charge) throw new Error('no charge')
  expect(chargeMayBecome(rows.charge.state, to)).toBe(true)
  rows.charge.state = to
}
const become = (rows: Rows, to: SubscriptionState) => {
  expect(subscriptionMayBecome(rows.state, to)).toBe(true)
  rows.state = to
}
const lastTry = (rows: Rows): Try => {
  const last = rows.charge?.attempts.at(-1)
  if (!last) throw new Error('no try')
  return last
}
const attempt = (rows: Rows, to: AttemptState) => {
  const last = lastTry(rows)
  expect(attemptMayBecome(last.state, to)).toBe(true)
  last.state = to
}
const dayText = (ms: number) => new Date(ms + 5 * HOUR).toISOString().slice(0, 10)

/** The bank's last word about the open try, in both books. */
function ends(book: Book, rows: Rows, paid: boolean): void {
  attempt(rows, paid ? 'paid' : 'rejected')
  const triedOn = book.open ?? 0
  book.open = null
  if (!paid) {
    book.declined.push(triedOn)
    if (rows.state !== 'active') charge(rows, 'dropped')
    return
  }
  book.received[book.period] = (book.received[book.period] ?? 0) + 1
  charge(rows, 'paid')
  if (rows.state !== 'active') {
    // This period is no longer wanted: its money is refunded.
    charge(rows, 'refunding')
    charge(rows, 'refunded')
    return
  }
  book.period += 1
  book.declined = []
  rows.period += 1
  rows.charge = null
}

type Answer = 'paid' | 'declined' | 'silent'
/** Runs the job once: it acts on what it finds; the bank may stay silent. */
function runs(book: Book, rows: Rows, answer: Answer): void {
  const standing: Standing = {
    state: rows.state,
    anchor: rows.anchor,
    period: rows.period,
    charge: rows.charge,
    hasCard: book.card,
    contracted: true,
  }
  const step = nextStep(standing, new Date(book.now))
  expect(step.do).toBe(expected(book))
  if (step.do === 'not_renew') {
    expect(step.reason).toBe(
      book.declined.length > 0 ? 'declined' : book.card ? 'too_late' : 'no_card',
    )
    rows.charge ??= { state: 'due', attempts: [] }
    charge(rows, 'failed')
    become(rows, 'not_renewed')
    book.alive = false
  }
  if (step.do === 'try') {
    rows.charge ??= { state: 'due', attempts: [] }
    rows.made += 1
    rows.charge.attempts.push({
      id: `try-${rows.made}`,
      state: 'created',
      madeOn: dayText(book.now),
    })
    attempt(rows, 'awaiting')
    book.open = dayNumber(book.now)
  }
  if (step.do === 'ask') expect(step.attemptId).toBe(lastTry(rows).id)
  if ((step.do === 'ask' || step.do === 'try') && answer !== 'silent')
    ends(book, rows, answer === 'paid')
}

type Act = fc.Command<Book, Rows>
const act = (
  name: string,
  run: (book: Book, rows: Rows) => void,
  check: (book: Readonly<Book>) => boolean = () => true,
): Act => ({
  check,
  run: (book, rows) => {
    run(book, rows)
    expect(rows.period).toBe(book.period)
    // No period is paid twice, and none is paid before the one before it.
    expect(book.received.slice(0, book.period)).toEqual(
      Array.from({ length: book.period }, () => 1),
    )
    expect(book.received.length).toBeLessThanOrEqual(book.period + 1)
  },
  toString: () => name,
})

const pass = (hours: number) =>
  act(`${hours} h`, (book) => {
    book.now += hours * HOUR
  })
/** Moves time to an hour of one of the days before the next period, when everything is decided. */
const passTo = (daysBefore: number, hour: number) =>
  act(`${daysBefore} days before the period, ${hour}:00`, (book) => {
    book.now = Math.max(
      book.now,
      startOf(book, book.period) * DAY - daysBefore * DAY + (hour - 5) * HOUR,
    )
  })
const job = (answer: Answer) =>
  act(`the job runs, the bank: ${answer}`, (book, rows) => runs(book, rows, answer))
const cardChanges = act('the card comes or goes', (book) => {
  book.card = !book.card
})
const cancels = act(
  'cancelled',
  (book, rows) => {
    become(rows, 'cancelled')
    book.alive = false
  },
  (book) => book.alive,
)

test('a subscription charges each period once, in time, three tries at most, whatever clients, banks and clocks do', () => {
  const act = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(1, 5, 11, 24, 13 * 24).map(pass) },
    {
      weight: 6,
      arbitrary: fc
        .tuple(fc.constantFrom(4, 3, 3, 2, 1, 0), fc.constantFrom(0, 9, 10, 20))
        .map(([days, hour]) => passTo(days, hour)),
    },
    {
      weight: 12,
      arbitrary: fc.constantFrom<Answer>('paid', 'paid', 'declined', 'silent').map(job),
    },
    { weight: 2, arbitrary: fc.constant(cardChanges) },
    { weight: 1, arbitrary: fc.constant(cancels) },
  )
  let paid = 0
  let refused = 0
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_500 }),
      fc.commands([act], { maxCommands: 60, size: 'max' }),
      (offset, script) => {
        const first = new Date(Date.UTC(2026, 0, 1) + offset * DAY)
        const anchor = {
          year: first.getUTCFullYear(),
          month: first.getUTCMonth(),
          day: first.getUTCDate(),
        }
        const book: Book = {
          now: first.getTime() + 3 * HOUR,
          anchor,
          period: 1,
          alive: true,
          card: true,
          declined: [],
          open: null,
          received: [1],
        }
        const rows: Rows = {
          state: 'active',
          anchor: first.toISOString().slice(0, 10),
          period: 1,
          charge: null,
          made: 0,
        }
        fc.modelRun(() => ({ model: book, real: rows }), script)
        paid += book.period - 1
        refused += rows.state === 'not_renewed' ? 1 : 0
      },
    ),
    { numRuns: 1_500 },
  )
  // The interleavings reach what they are about.
  expect(paid).toBeGreaterThan(100)
  expect(refused).toBeGreaterThan(100)
})
