import { describe, expect, test } from 'vitest'
import { claimSlots } from '#domain/claims/papers.ts'
import { spec } from '#tests/spec.ts'
import {
  type ClaimForm,
  fileErrorOf,
  filledSlots,
  formErrors,
  maySend,
  newForm,
  stepsOf,
} from './form.ts'

const megabyte = 1024 * 1024
const paper = new File(['x'], 'x.png', { type: 'image/png' })
const whole: ClaimForm = {
  ...newForm('k', '123456789012A'),
  status: 'injured',
  damage: 'Бампер',
  files: Object.fromEntries(claimSlots.map((slot) => [slot, paper])),
}

describe('a file', () => {
  test.each([
    ['image/png', 10 * megabyte, null],
    ['image/jpeg', 1, null],
    ['application/pdf', 10 * megabyte + 1, 'large'],
    ['image/heic', 1, 'kind'],
    ['', 1, 'kind'],
    ['image/png', 0, 'empty'],
  ])('of kind %j and %i bytes: %s', (type, size, error) =>
    expect(fileErrorOf({ type, size })).toBe(error),
  )
})

describe('the form', () => {
  test.each(claimSlots)('may not be sent without %s', (slot) => {
    spec('5.id-document-shows-both')

    expect(maySend(whole)).toBe(true)
    const without = { ...whole, files: { ...whole.files, [slot]: undefined } }
    expect(maySend(without)).toBe(false)
    expect(filledSlots(without)).toBe(5)
  })

  test('names every missing field at once', () => {
    expect(formErrors(whole)).toEqual([])
    expect(formErrors(newForm('k', ''))).toEqual(['policy', 'status', 'damage'])
  })
})

describe('the way of a claim', () => {
  const states = (...[status, history]: Parameters<typeof stepsOf>) =>
    stepsOf(status, history).map((step) => `${step.status} ${step.state}`)

  test('one just sent waits for everything else', () => {
    expect(states('wait', [])).toEqual([
      'wait done',
      'under_consideration waiting',
      'accepted waiting',
      'completed waiting',
    ])
  })
  test('one under consideration is being looked at', () => {
    expect(states('under_consideration', [])).toEqual([
      'wait done',
      'under_consideration now',
      'accepted waiting',
      'completed waiting',
    ])
  })
  test('a rejected one ends there, and shows no step that never was', () => {
    expect(states('rejected', [])).toEqual([
      'wait done',
      'under_consideration done',
      'rejected failed',
    ])
    expect(
      states('rejected', [
        { status: 'wait', at: 'a' },
        { status: 'rejected', at: 'b' },
      ]),
    ).toEqual(['wait done', 'rejected failed'])
  })
  test('a completed one is done, with the times of its history', () => {
    const history = (['wait', 'under_consideration', 'accepted', 'completed'] as const).map(
      (status) => ({ status, at: `at ${status}` }),
    )
    expect(
      stepsOf('completed', history).every(
        ({ state, at, status }) => state === 'done' && at === `at ${status}`,
      ),
    ).toBe(true)
  })
})
