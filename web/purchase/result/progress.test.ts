import { describe, expect, test } from 'vitest'
import { locales } from '#domain/locale.ts'
import { wayNames } from '#domain/payment-ways.ts'
import { spec } from '#tests/spec.ts'
import { messagesIn } from '../../sale/follow.ts'
import {
  clockTime,
  isAsked,
  isOver,
  mayPay,
  momentsOf,
  type Progress,
  phaseOf,
  timelineEvent,
} from './progress.ts'
import words from './texts.ts'

const at = (minute: number): string => `2026-11-21T05:${String(minute).padStart(2, '0')}:00.000Z`
const progress = (patch: Partial<Progress>): Progress => ({
  state: 'awaiting_payment',
  paid: 'awaiting',
  set: 'waiting',
  amount: 36094,
  attempts: 0,
  nextAttemptAt: null,
  pay: {
    system: 'mobile_bank',
    phone: '•• 01',
    redirect_url: null,
    link: null,
    expiresAt: at(59),
    unclear: false,
  },
  ways: ['mobile_bank', 'card'],
  events: [
    { kind: 'order.awaiting_payment', at: at(1) },
    { kind: 'payment.awaiting', system: 'mobile_bank', at: at(2) },
  ],
  refund: null,
  ...patch,
})
const names = (of: Progress): string[] => momentsOf(of).map(({ name, state }) => `${name} ${state}`)

describe('the timeline of an order', () => {
  test('waits for the payment of the invoice that was sent', () => {
    spec('4.1.payment-awaiting-invoice')

    expect(phaseOf(progress({}))).toBe('awaiting')
    expect(names(progress({}))).toEqual([
      'created done',
      'mobile_bank done',
      'paid now',
      'registering waiting',
      'papers waiting',
      'sms waiting',
    ])
    expect(momentsOf(progress({}))[1]?.at).toBe(at(2))
  })

  test('waits for no money before the bank has taken the bill', () => {
    const silent = progress({ events: [{ kind: 'order.awaiting_payment', at: at(1) }] })
    expect(isAsked(silent)).toBe(false)
    expect(names(silent).slice(0, 3)).toEqual(['created done', 'mobile_bank now', 'paid waiting'])
  })

  test('tells of a bill that nobody knows of, and not of the one before it', () => {
    const unclear = progress({
      paid: 'error',
      pay: {
        system: 'mobile_bank',
        phone: '•• 02',
        redirect_url: null,
        link: null,
        expiresAt: null,
        unclear: true,
      },
      events: [
        ...progress({}).events,
        { kind: 'payment.expired', system: 'mobile_bank', at: at(3) },
        { kind: 'payment.error', system: 'mobile_bank', at: at(4) },
      ],
    })
    expect(names(unclear)).toEqual(['created done', 'billUnclear failed'])
    const again = progress({
      events: [...unclear.events, { kind: 'payment.awaiting', system: 'mobile_bank', at: at(5) }],
    })
    expect(names(again).slice(0, 3)).toEqual(['created done', 'mobile_bank done', 'paid now'])
    expect(momentsOf(again)[1]?.at).toBe(at(5))
  })

  test('tells of the attempts to register a paid policy', () => {
    spec('3.2.ogpo-policy-activation-attempt')

    const retrying = progress({
      state: 'issuing',
      paid: 'paid',
      set: 'retrying',
      attempts: 2,
      events: [
        ...progress({}).events,
        { kind: 'order.paid', at: at(3) },
        { kind: 'order.issuing', at: at(3) },
      ],
    })
    expect(phaseOf(retrying)).toBe('retrying')
    expect(names(retrying)).toEqual([
      'created done',
      'mobile_bank done',
      'paid done',
      'registering now',
      'papers waiting',
      'sms waiting',
    ])
    expect(isOver(retrying)).toBe(false)
  })

  test('is over when the papers are made and the SMS is sent, not before, and where a letter goes out when that is sent too', () => {
    const issued = progress({
      state: 'issued',
      paid: 'paid',
      set: 'issued',
      events: [
        ...progress({}).events,
        { kind: 'order.paid', at: at(3) },
        { kind: 'order.issued', at: at(4) },
        { kind: 'papers.made', at: at(5) },
      ],
    })
    expect(names(issued).at(-1)).toBe('sms now')
    expect(isOver(issued)).toBe(false)
    const sms = { ...issued, events: [...issued.events, { kind: 'sms.issued', at: at(6) }] }
    expect([isOver(sms), isOver(sms, true)]).toEqual([true, false])
    const told = {
      ...issued,
      events: [
        ...issued.events,
        { kind: 'sms.issued', at: at(6) },
        { kind: 'mail.issued', at: at(6) },
      ],
    }
    expect(names(told)).toEqual([
      'created done',
      'mobile_bank done',
      'paid done',
      'registered done',
      'papers done',
      'sms done',
      'mail done',
    ])
    expect([isOver(told), isOver(told, true)]).toEqual([true, true])
  })

  test('of a cheaper reissue goes on until what is left over is back', () => {
    spec('4.2.reissue-refund-result-page')

    const free = (refund: Progress['refund']): Progress =>
      progress({
        state: 'issued',
        paid: 'paid',
        set: 'issued',
        amount: 0,
        pay: null,
        refund,
        events: [
          { kind: 'order.issued', at: at(4) },
          { kind: 'papers.made', at: at(5) },
          { kind: 'sms.issued', at: at(6) },
        ],
      })
    const due = free({ amount: 18047, state: 'due', at: null })
    expect(names(due)).toEqual([
      'created done',
      'registered done',
      'papers done',
      'sms done',
      'refunding now',
    ])
    expect(isOver(due)).toBe(false)
    const back = free({ amount: 18047, state: 'done', at: at(7) })
    expect(names(back).at(-1)).toBe('refunded done')
    expect(isOver(back)).toBe(true)
    expect(names(free({ amount: 18047, state: 'failed', at: null })).at(-1)).toBe(
      'refundFailed failed',
    )
  })

  test.each([
    [{ paid: 'rejected' as const }, 'rejected', 'rejected failed', true],
    [{ paid: 'error' as const }, 'error', 'attemptError failed', true],
    [
      { state: 'expired', paid: 'expired' as const, set: 'failed' as const },
      'expired',
      'expired failed',
      false,
    ],
    [
      { state: 'cancelled', paid: 'expired' as const, set: 'failed' as const },
      'cancelled',
      'cancelled failed',
      false,
    ],
    [
      { state: 'refunding', paid: 'paid' as const, set: 'failed' as const },
      'failed',
      'refunding now',
      false,
    ],
    [
      { state: 'refunded', paid: 'paid' as const, set: 'failed' as const },
      'refunded',
      'refunded done',
      false,
    ],
  ])('%j ends as %s', (patch, phase, last, payable) => {
    const ended = progress(patch)
    expect(phaseOf(ended)).toBe(phase)
    expect(names(ended).at(-1)).toBe(last)
    expect(mayPay(ended)).toBe(payable)
  })

  test('leaves the payment out of a reissue with nothing to pay', () => {
    const free = progress({
      state: 'paid',
      paid: 'paid',
      set: 'issuing',
      amount: 0,
      pay: null,
      events: [{ kind: 'order.paid', at: at(1) }],
    })
    expect(names(free)).toEqual([
      'created done',
      'registering now',
      'papers waiting',
      'sms waiting',
    ])
  })
})

test('times are Almaty’s, with the day only when it is another one', () => {
  expect(clockTime('2026-11-21T05:32:00Z', '2026-11-21', (day) => day)).toBe('10:32')
  expect(clockTime('2026-11-21T20:05:00Z', '2026-11-21', (day) => day)).toBe('2026-11-22, 01:05')
})

test('a stream cut anywhere gives every message once and whole', () => {
  const whole = 'data: {"a":1}\n\n: still here\n\ndata: {"b":\ndata: 2}\r\n\r\n'
  for (let cut = 0; cut <= whole.length; cut += 1) {
    const first = messagesIn(whole.slice(0, cut))
    const second = messagesIn(first.left + whole.slice(cut))
    expect([...first.messages, ...second.messages]).toEqual(['{"a":1}', '{"b":\n2}'])
  }
})

test.each(wayNames)('what is being asked for by %s is not told in the past tense', (name) => {
  for (const locale of locales) {
    const told = (state: 'now' | 'done') =>
      timelineEvent({ name, state, at: null }, words[locale], locale).title
    expect(told('now')).not.toBe(told('done'))
  }
})
