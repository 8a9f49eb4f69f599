import { describe, expect, test } from 'vitest'
import { buyer, other, play, withCar, withDriver } from '#tests/purchase-state.ts'
import { draftText, parseDraft } from './draft.ts'
import { reduce } from './reduce.ts'
import { type Action, formOf } from './state.ts'
import { applicationFor } from './wire.ts'

describe('the application id', () => {
  const state = play([withCar])
  const first = applicationFor(state, () => 'id-1')
  const kept = reduce(state, { type: 'started', busy: 'calculate', application: first })

  test('stays while the inputs stay, whatever else is filled in', () => {
    const mailed = reduce(kept, { type: 'policyholder', patch: { email: 'a@b.kz' } })
    const paying = reduce(mailed, { type: 'set', patch: { pay: 'card' } })
    expect(applicationFor(paying, () => 'id-2').id).toBe('id-1')
  })

  test.each<Action>([
    { type: 'term', patch: { months: 7, seasonal: true } },
    { type: 'term', patch: { insurer: 'second' } },
    { type: 'term', patch: { ogpoPlus: true } },
    { type: 'term', patch: { start: '2026-12-01' } },
    { type: 'policyholder', patch: { willDrive: false } },
  ])('is new after %j', (change) => {
    expect(applicationFor(reduce(kept, change), () => 'id-2').id).toBe('id-2')
  })

  test('survives a reload with the draft', () => {
    const reloaded = parseDraft(draftText(formOf(kept), 0), buyer.iin, 1000)
    expect(reloaded && applicationFor(reloaded, () => 'id-2').id).toBe('id-1')
  })

  test.each([14006, 12010])('is dropped with a quote that %i ends', (code) => {
    const failed = reduce(kept, {
      type: 'failed',
      apiError: { kind: 'refused', code, message: '', data: {} },
    })
    expect(failed.application).toBeNull()
  })
})

describe('the draft', () => {
  const text = draftText(
    formOf(
      play([
        withCar,
        ...withDriver,
        {
          type: 'driver',
          id: 'd1',
          patch: {
            lookup: { kind: 'busy', question: other },
            consent: { kind: 'awaiting', requestId: 'r', expiresAt: 9 },
          },
        },
      ]),
    ),
    1000,
  )

  test('keeps a consent that was asked for and asks the registers again for what was running', () => {
    expect(parseDraft(text, buyer.iin, 2000)?.drivers[0]).toMatchObject({
      lookup: { kind: 'none' },
      consent: { kind: 'awaiting', requestId: 'r' },
    })
  })

  test('holds no code and no token', () => {
    expect(text).not.toMatch(/token|otp|code/i)
  })

  test.each([[null], ['{'], ['{"version":0,"savedAt":1,"form":{}}'], ['{"form":null}']])(
    '%s is no draft',
    (broken) => {
      expect(parseDraft(broken, buyer.iin, 2000)).toBeNull()
    },
  )
})
