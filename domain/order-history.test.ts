import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type HistoryEvent, inSaleOrder } from './history-event.ts'
import { historyOf } from './order-history.ts'

let minute = 0
const at = () => new Date(Date.UTC(2026, 10, 20, 7, 0) + minute++ * 60_000).toISOString()
const event = (kind: HistoryEvent['kind'], what: string, more: Partial<HistoryEvent> = {}) => ({
  at: at(),
  kind,
  what,
  detail: '',
  bad: false,
  ...more,
})
const times = (n: number, make: () => HistoryEvent) => Array.from({ length: n }, make)

/** A paid order whose policy the unified database does not take: what the drawing shows. */
const stuck = (): HistoryEvent[] => [
  ...['esbd.Driver', 'esbd.Car', 'gkb.Person', 'bmg.Phone', 'licences.Get', 'vehicles.Get'].map(
    (what) => event('call', what),
  ),
  event('call', 'scoring.Score'),
  event('order', 'awaiting_payment', { detail: 'ordered' }),
  event('payment', 'awaiting'),
  event('payment', 'rejected', { bad: true }),
  ...times(14, () => event('call', 'bank.status', { detail: `${minute} ms` })),
  event('payment', 'paid'),
  event('order', 'paid'),
  event('order', 'issuing'),
  ...times(14, () => event('job', 'issue.retry', { bad: true })),
  ...times(18, () => event('call', 'esbd.SetPolicy', { bad: true })),
  event('message', 'sms.sent', { detail: 'paid' }),
  event('staff', 'order.rerun_issue', { detail: 'клиент ждёт' }),
]

test('61 events are 12 entries under their phases; what people did stands last', () => {
  const events = stuck()
  expect(events).toHaveLength(61)
  const phases = historyOf(events)
  expect(phases.map(({ name, entries }) => [name, entries.length])).toEqual([
    ['order', 2],
    ['payment', 5],
    ['issue', 4],
    ['people', 1],
  ])
  const [order, payment, issue] = phases
  expect(order?.entries[0]).toMatchObject({ kind: 'calls', bad: false })
  expect(payment?.entries.find(({ kind }) => kind === 'repeated')?.events).toHaveLength(14)
  expect(issue?.entries.filter(({ bad }) => bad).map(({ events: of }) => of.length)).toEqual([
    14, 18,
  ])
})

test('after the policy messages and papers have a phase of their own, money back another', () => {
  const phases = historyOf([
    event('order', 'paid'),
    event('order', 'issued'),
    event('policy', 'pending'),
    event('refund', 'due'),
    event('call', 'bank.refund'),
    event('order', 'refunded'),
  ])
  expect(phases.map(({ name }) => name)).toEqual(['payment', 'issue', 'after', 'refund'])
})

test('events of one instant stand as a sale goes, each under its phase', () => {
  const instant = at()
  const written = [
    ...['awaiting_payment', 'paid', 'issued'].map((what) => event('order', what)),
    event('message', 'sms.sent'),
    event('policy', 'pending'),
    ...['created', 'awaiting', 'paid'].map((what) => event('payment', what)),
  ].map((one) => ({ ...one, at: instant }))
  const phases = historyOf(written.toSorted(inSaleOrder)).map(({ name, entries }) => [
    name,
    ...entries.map(({ events: [one] }) => `${one?.kind} ${one?.what}`),
  ])
  expect(phases).toEqual([
    ['order', 'order awaiting_payment'],
    ['payment', 'payment created', 'payment awaiting', 'payment paid', 'order paid'],
    ['issue', 'order issued'],
    ['after', 'policy pending', 'message sms.sent'],
  ])
})

test('a failure is never folded among what went well', () => {
  const [phase] = historyOf([
    event('call', 'esbd.Car'),
    event('call', 'esbd.Car', { bad: true }),
    event('call', 'gkb.Person'),
  ])
  expect(phase?.entries.map(({ kind, bad }) => [kind, bad])).toEqual([
    ['calls', false],
    ['one', true],
  ])
})

test('nothing is lost, whatever happens', () => {
  const kinds = ['order', 'payment', 'policy', 'refund', 'message', 'call', 'job'] as const
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          kind: fc.constantFrom(...kinds, 'ending' as const, 'staff' as const),
          what: fc.constantFrom('paid', 'issued', 'refunded', 'bank.status', 'issue.retry'),
          detail: fc.constantFrom('', 'a'),
          bad: fc.boolean(),
        }),
      ),
      (made) => {
        const events = made.map((one) => ({ ...one, at: at() }))
        const shown = historyOf(events).flatMap(({ entries }) =>
          entries.flatMap(({ events: of }) => of),
        )
        expect(shown).toHaveLength(events.length)
        expect(new Set(shown)).toEqual(new Set(events))
      },
    ),
  )
})
