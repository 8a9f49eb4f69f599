import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import { addDays, addMonths, almatyDay, daysBetween, startOfDay } from '../calendar.ts'
import { attemptsAtMost, nextStep, nextTryOn, type Standing } from './billing.ts'
import { countdown, mustWarn } from './countdown.ts'
import { billedAheadDays, billingDate, periodOf, protectionStart } from './periods.ts'

const at = (day: string, hours = 12) => new Date(startOfDay(day).getTime() + hours * 3_600_000)
const anyDay = fc.integer({ min: 0, max: 4_000 }).map((n) => addDays('2026-01-01', n))

test.each([
  ['2026-11-20T06:00:00.000Z', '2026-11-20T08:00:00.000Z'],
  ['2026-11-20T06:00:59.999Z', '2026-11-20T08:00:00.000Z'],
  ['2026-11-20T17:30:30.000Z', '2026-11-20T19:30:00.000Z'],
])('registered at %s the protection begins at %s', (registered, begins) => {
  expect(protectionStart(new Date(registered)).toISOString()).toBe(begins)
})

test('the protection begins within two hours, on a whole minute', () => {
  spec('9.home-protection-start')

  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 41 }), (ms) => {
      const after = protectionStart(new Date(ms)).getTime() - ms
      expect(after).toBeLessThanOrEqual(7_200_000)
      expect(after).toBeGreaterThan(7_140_000)
      expect(protectionStart(new Date(ms)).getTime() % 60_000).toBe(0)
    }),
  )
})

test.each([
  ['2026-11-20', 0, '2026-11-20', '2026-12-19', '2026-11-17'],
  ['2026-11-20', 1, '2026-12-20', '2027-01-19', '2026-12-17'],
  ['2027-01-31', 0, '2027-01-31', '2027-02-27', '2027-01-28'],
  ['2027-01-31', 1, '2027-02-28', '2027-03-30', '2027-02-25'],
  ['2027-01-31', 2, '2027-03-31', '2027-04-29', '2027-03-28'],
  ['2027-12-31', 2, '2028-02-29', '2028-03-30', '2028-02-26'],
  ['2027-12-30', 2, '2028-02-29', '2028-03-29', '2028-02-26'],
])('anchored on %s, period %i is %s – %s, billed on %s', (anchor, n, start, end, billed) => {
  spec('3.2.home-policy-monthly-payment')

  expect(periodOf(anchor, n)).toEqual({ start, end })
  expect(billingDate(anchor, n)).toBe(billed)
})

test('periods follow each other without a gap or an overlap, and every try falls into paid time', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 0, max: 60 }), (anchor, n) => {
      const [one, next] = [periodOf(anchor, n), periodOf(anchor, n + 1)]
      expect(next.start).toBe(addDays(one.end, 1))
      expect(daysBetween(one.start, next.start)).toBeGreaterThanOrEqual(28)
      expect(billingDate(anchor, n + 1) > one.start).toBe(true)
      expect(addDays(billingDate(anchor, n + 1), attemptsAtMost - 1) <= one.end).toBe(true)
    }),
  )
})

const standing: Standing = {
  state: 'active',
  anchor: '2026-11-20',
  period: 1,
  charge: null,
  hasCard: true,
  contracted: true,
}
const declined = (...days: string[]): Standing['charge'] => ({
  state: 'due',
  attempts: days.map((madeOn, i) => ({ id: `t${i}`, state: 'rejected', madeOn })),
})

test.each<[string, Partial<Standing>, Date, ReturnType<typeof nextStep>]>([
  ['the day before', {}, at('2026-12-16', 23), { do: 'nothing' }],
  ['before ten in the morning', {}, at('2026-12-17', 9.9), { do: 'nothing' }],
  ['from ten on', {}, at('2026-12-17', 10), { do: 'try' }],
  [
    'what is paid already has no contract',
    { contracted: false },
    at('2026-12-17', 10),
    { do: 'nothing' },
  ],
  ['declined today', { charge: declined('2026-12-17') }, at('2026-12-17', 20), { do: 'nothing' }],
  ['declined yesterday', { charge: declined('2026-12-17') }, at('2026-12-18'), { do: 'try' }],
  [
    'three declined',
    { charge: declined('2026-12-17', '2026-12-18', '2026-12-19') },
    at('2026-12-19', 20),
    { do: 'not_renew', reason: 'declined' },
  ],
  [
    'two declined, the period has begun',
    { charge: declined('2026-12-18', '2026-12-19') },
    at('2026-12-20', 1),
    { do: 'not_renew', reason: 'declined' },
  ],
  ['no card on the billing date', { hasCard: false }, at('2026-12-17'), { do: 'nothing' }],
  [
    'no card until the end',
    { hasCard: false },
    at('2026-12-20', 1),
    { do: 'not_renew', reason: 'no_card' },
  ],
  ['nobody was there to charge', {}, at('2026-12-20', 1), { do: 'not_renew', reason: 'too_late' }],
  ['cancelled', { state: 'cancelled' }, at('2026-12-18'), { do: 'nothing' }],
  [
    'paid already',
    { charge: { state: 'paid', attempts: [] } },
    at('2026-12-18'),
    { do: 'nothing' },
  ],
])('%s', (_, more, now, step) => {
  expect(nextStep({ ...standing, ...more }, now)).toEqual(step)
})

test('a try whose end is not known is asked about first, whatever the subscription has become', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<Standing['state']>('active', 'cancelled', 'not_renewed'),
      fc.constantFrom('created', 'awaiting'),
      fc.integer({ min: -40, max: 40 }),
      (state, tried, days) => {
        const charge: Standing['charge'] = {
          state: 'due',
          attempts: [{ id: 'open', state: tried, madeOn: '2026-12-17' }],
        }
        expect(nextStep({ ...standing, state, charge }, at(addDays('2026-12-17', days)))).toEqual({
          do: 'ask',
          attemptId: 'open',
        })
      },
    ),
  )
})

test('walked day by day, a card that is always declined is tried three times and then the subscription is not renewed', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 1, max: 20 }), (anchor, period) => {
      const days: string[] = []
      let day = periodOf(anchor, period - 1).start
      for (;;) {
        const step = nextStep(
          { ...standing, anchor, period, charge: days.length ? declined(...days) : null },
          at(day),
        )
        if (step.do === 'not_renew') break
        if (step.do === 'try') days.push(day)
        else day = addDays(day, 1)
      }
      expect(days).toEqual([0, 1, 2].map((n) => addDays(billingDate(anchor, period), n)))
      expect(day < periodOf(anchor, period).start).toBe(true)
    }),
    { numRuns: 50 },
  )
})

test.each([
  [1, '2026-12-17', '2026-12-18'],
  [2, '2026-12-18', '2026-12-19'],
  [3, '2026-12-19', null],
  [1, '2026-12-19', null],
])('after try %i on %s the next is on %s', (attempts, today, next) => {
  expect(nextTryOn('2026-11-20', 1, attempts, today)).toBe(next)
})

test('who has no card is warned five days before the billing date', () => {
  expect(mustWarn('2026-12-17', '2026-12-11')).toBe(false)
  expect(mustWarn('2026-12-17', '2026-12-12')).toBe(true)
})

test('the card counts days to the start, then to the billing date, then nothing', () => {
  spec('2.4.home-card-days-next')

  const of = { protectionFrom: at('2026-11-21', 0.5), billingOn: '2026-12-18' }
  expect(countdown(of, at('2026-11-20', 22.5))).toEqual({ to: 'start', days: 1 })
  expect(countdown(of, at('2026-11-21', 1))).toEqual({ to: 'billing', days: 27 })
  expect(countdown({ ...of, billingOn: null }, at('2026-11-21', 1))).toBeNull()
  expect(almatyDay(of.protectionFrom)).toBe('2026-11-21')
  expect(addMonths('2026-11-21', 1)).toBe(addDays('2026-12-18', billedAheadDays))
})
