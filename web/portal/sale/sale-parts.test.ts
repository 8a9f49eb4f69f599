import { describe, expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import { emptyDriver } from '../../sale/model/sale.ts'
import { locate } from './acts/price.ts'
import { contentOf, formIn, isEmpty } from './kept-sale.ts'
import { isFor } from './prepare.ts'
import { inTurn } from './sale.ts'
import { newForm, type SoldPolicy } from './state/state.ts'

const form = newForm('2026-11-21', () => 'id')

describe('the privilege check', () => {
  const play = (answers: Record<string, boolean | 'down' | null>) => {
    const log: string[] = []
    const checks = inTurn(
      async (iin) => {
        log.push(`asks ${iin}`)
        await Promise.resolve()
        const answer = answers[iin]
        if (answer === 'down' || answer === undefined) throw new Error('down')
        return answer
      },
      {
        found: (iin, has) => log.push(`${iin} ${has}`),
        withheld: () => log.push('withheld'),
        failed: () => log.push('failed'),
      },
    )
    return { log, checks }
  }

  test('asks for one person after another, each once', async () => {
    spec('4.2.privilege-check-each-person')

    const { log, checks } = play({ a: true, b: false })
    checks.add('a')
    checks.add('b')
    checks.add('a')
    await checks.settled()
    expect(log).toEqual(['asks a', 'a true', 'asks b', 'b false'])
  })
  test('a check that fails stops nobody and can be tried again', async () => {
    const answers: Record<string, boolean | 'down'> = { a: 'down', b: true }
    const { log, checks } = play(answers)
    checks.add('a')
    checks.add('b')
    await checks.settled()
    answers['a'] = true
    checks.again()
    await checks.settled()
    expect(log).toEqual(['asks a', 'failed', 'asks b', 'b true', 'asks a', 'a true'])
  })
})

describe('a benefit that may not be told yet', () => {
  test('is withheld, and asked once more when the person has agreed', async () => {
    const answers: (boolean | null)[] = [null, true]
    const log: string[] = []
    const told = {
      found: (iin: string, has: boolean) => log.push(`${iin} ${has}`),
      withheld: () => log.push('withheld'),
      failed: () => {},
    }
    const checks = inTurn(async () => answers.shift() ?? null, told)
    checks.add('a')
    checks.add('a')
    await checks.settled()
    checks.agreed('a')
    await checks.settled()
    expect(log).toEqual(['withheld', 'a true'])
  })
})

describe('the draft of a sheet', () => {
  test('a draft of the server is the same form', () => {
    expect(formIn(contentOf(form))).toEqual(form)
    expect(formIn({ version: 0, form })).toBeNull()
  })
  test('an empty sheet is not worth keeping, one with an IIN is', () => {
    expect(isEmpty(form)).toBe(true)
    expect(isEmpty({ ...form, drivers: [{ ...emptyDriver('a'), iin: '8502' }] })).toBe(false)
  })
})

test('without a promoter IIN the position is not asked for: NO_IIN in the words of the specification', async () => {
  spec(
    '4.2.calculation-flow-1-determine',
    '5.promoter-iin-known-else',
    '8.3.geolocation-auth-error',
  )

  expect(await locate(null, 'ru')).toEqual({
    code: 'NO_IIN',
    message: 'Не удалось определить пользователя',
  })
})

describe('an address that asks for a policy', () => {
  const iin = '850315399904'
  const policy = {
    globalId: '16760000001A',
    clientCode: null,
    insurant: { iin },
  } as unknown as SoldPolicy
  const kept = (more: Partial<typeof form>) => ({
    ...form,
    policyholder: { ...form.policyholder, iin },
    currentPolicyData: policy,
    ...more,
  })
  const reissue = { ...form.term, reissue: '16760000001A' }
  const wanted = { globalId: '16760000001A', kind: 'reissue' } as const

  test('goes on with the sale that is kept when that does the very same', () => {
    expect(isFor(kept({ term: reissue }), wanted)).toBe(true)
  })
  test('begins anew over a copy, over a prolongation and over another policy', () => {
    expect(isFor(kept({}), wanted)).toBe(false)
    expect(isFor(kept({ term: { ...form.term, prolong: '16760000001A' } }), wanted)).toBe(false)
    expect(
      isFor(
        kept({ term: reissue, currentPolicyData: { ...policy, globalId: '16760000002B' } }),
        wanted,
      ),
    ).toBe(false)
  })
  test('begins anew over a sale whose policyholder was typed over', () => {
    const other = { ...form.policyholder, iin: '900101399908' }
    expect(isFor(kept({ term: reissue, policyholder: other }), wanted)).toBe(false)
    const cleared = { ...form.policyholder, iin: '' }
    expect(isFor(kept({ term: reissue, policyholder: cleared }), wanted)).toBe(false)
  })
})
