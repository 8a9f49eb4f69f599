import { describe, expect, test } from 'vitest'
import { begin, newId, play, second, today, typed, whole } from '#tests/portal-sale-state.ts'
import { spec } from '#tests/spec.ts'
import { payable } from '../../../sale/price.ts'
import { reduce } from './reduce.ts'
import { type Calculation, type SetAnswer, type State, saleKind } from './state.ts'
import { applicationFor, billPhone, inputsKey, isFresh, problemsOf } from './wire.ts'

const sold = (kind: SetAnswer['sale']['kind']): SetAnswer['sale'] => ({
  policyholder: 'Айгүл С.',
  drivers: [],
  cars: [],
  insurer: 'Сынақ',
  startDate: today,
  endDate: '2027-11-20',
  kind,
  reissue: null,
})

const calculation = {
  calculationId: 'q',
  draft_id: 'd',
  premium: 40_000,
  insurance_premium: 36_000,
  broker_premium: 3_600,
}
const price = {
  ...calculation,
  refund_sum: 0,
  surcharge_sum: 5_000,
  remaining_amount: 35_000,
  total_amount: 40_000,
} as Calculation

describe('from the price to the policy', () => {
  const reissuing = { term: { ...begin().term, reissue: '100A' } }
  const quoted = (more: Partial<State> = {}): State => {
    const state = { ...whole(), ...more }
    return reduce(state, { type: 'quoted', key: inputsKey(state), calculation: price })
  }

  test('the prices and ids are stored, and a changed field makes them stale', () => {
    spec(
      '3.4.totalprice-brokerprice-policyprice-remainingpolicypremium',
      '3.4.calculationid-orderid-globalid-draftid',
      '4.2.calculation-flow-4-store',
    )

    const state = quoted()
    expect(state).toMatchObject({ calculationId: 'q', quote: { calculation: price } })
    expect(isFresh(state)).toBe(true)
    expect(isFresh(reduce(state, { type: 'term', patch: { start: '2026-12-01' } }))).toBe(false)
  })
  test('a reissue pays the surcharge alone', () => {
    expect(payable(price, quoted().term)).toBe(40_000)
    expect(payable(price, quoted(reissuing).term)).toBe(5_000)
  })
  test('the bill goes to the payer’s phone, else to the policyholder’s', () => {
    spec('3.4.insurerwilldrive-paymentphone')

    expect(billPhone(whole())).toBe('77010000001')
    expect(
      billPhone(reduce(whole(), { type: 'set', patch: { paymentPhone: '77010000002' } })),
    ).toBe('77010000002')
  })
  test('attempts to issue, their next time and their reason are told', () => {
    spec('3.4.activatecount-activatestatus-activateerrorqueue-activateerrordescription')

    const state = reduce(reduce(quoted(), { type: 'ordered', orderId: '7', orderKey: 'k' }), {
      type: 'set-state',
      answer: {
        status: 'retrying',
        attempts: 2,
        nextAttemptAt: '2026-11-21T10:00:00Z',
        error: { code: 12002, message: 'ЕСБД молчит' },
        sale: sold('new'),
      },
    })
    expect(state).toMatchObject({
      orderId: '7',
      activateCount: 2,
      activateStatus: 'retrying',
      activateErrorQueue: ['2026-11-21T10:00:00Z'],
      activateErrorDescription: 'ЕСБД молчит',
    })
  })
  test('an order says itself what it is: its page needs no form', () => {
    spec('7.3.ours-order-opened-anew')

    const answer = { status: 'issued', attempts: 0, nextAttemptAt: null, error: null } as const
    const opened = { ...begin(), orderId: '7' }
    expect(saleKind(opened, true)).toBeNull()
    for (const kind of ['new', 'prolong', 'reissue'] as const)
      expect(
        saleKind(
          reduce(opened, { type: 'set-state', answer: { ...answer, sale: sold(kind) } }),
          true,
        ),
      ).toBe(kind)
    expect(
      [
        begin(),
        { ...begin(), term: { ...begin().term, prolong: '100A' } },
        { ...begin(), ...reissuing },
      ].map((state) => saleKind(state, false)),
    ).toEqual(['new', 'prolong', 'reissue'])
  })
  test('unchanged inputs keep the application id, changed ones get another', () => {
    const state = whole()
    const application = applicationFor(state, newId)
    expect(applicationFor({ ...state, application }, newId)).toBe(application)
    expect(
      applicationFor(
        reduce({ ...state, application }, { type: 'term', patch: { ogpoPlus: true } }),
        newId,
      ).id,
    ).not.toBe(application.id)
  })
})

describe('before anything is sent', () => {
  test('an empty sheet says which fields to fill in', () => {
    expect(problemsOf(begin(), today)).toMatchObject({
      'policyholder-iin': 'required',
      'policyholder-phone': 'required',
    })
  })
  test('what is wrong is told from the top down, so that the focus goes to the first of it', () => {
    const state = reduce(play([...typed('a', second), ...typed('b', second)]), {
      type: 'set',
      // A land line cannot receive a bill.
      patch: { paymentPhone: '+7 727 123 45 67' },
    })
    const car = `car-${state.cars[0]?.id}`
    const down = [
      'policyholder-iin',
      'policyholder-phone',
      `${car}-plate`,
      `${car}-techPassport`,
      'driver-b-iin',
      'payment-phone',
    ]
    expect(Object.keys(problemsOf(state, today))).toEqual(down)
  })
  test('a whole one has nothing wrong', () => expect(problemsOf(whole(), today)).toEqual({}))
  test('one wrong row is named and the others are not', () => {
    const state = play([...typed('a', second), ...typed('b', '123')], whole())
    expect(problemsOf(state, today)).toEqual({ 'driver-b-iin': 'iin_invalid' })
  })
})
