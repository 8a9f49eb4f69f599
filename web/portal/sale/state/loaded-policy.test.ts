import { describe, expect, test } from 'vitest'
import { begin, newId, policyholder, second, third, today } from '#tests/portal-sale-state.ts'
import { spec } from '#tests/spec.ts'
import { current } from '../../../sale/model/look-up.ts'
import { reduce } from './reduce.ts'
import {
  driverFacts,
  driverQuestion,
  policyholderFacts,
  policyholderQuestion,
} from './row-facts.ts'
import { formOf, type SoldPolicy, type State } from './state.ts'
import { saleOf } from './wire.ts'

describe('a policy loaded by its Global ID', () => {
  const policy: SoldPolicy = {
    globalId: '100A',
    clientCode: null,
    isInsured: true,
    state: 'active',
    dateStart: '2025-12-02',
    dateEnd: '2026-12-01',
    premium: 30_000,
    insurer: 'sample',
    seasonal: false,
    period: 12,
    insurant: {
      iin: policyholder,
      phone: '77010000001',
      name: 'Асқар Н.',
      willDrive: true,
      privilege: false,
    },
    insureds: [
      { iin: policyholder, driverLicenseNumber: 'AB123456', name: 'Асқар Н.', privilege: false },
      { iin: second, driverLicenseNumber: 'CD123456', name: 'Айгүл С.', privilege: true },
    ],
    cars: [{ registrationNumber: '123ABC02', techPassport: 'AB12345678', name: 'Toyota Camry' }],
    prolongStart: '2026-12-02',
    prolongFrom: null,
    own: true,
    may: { reissue: true, prolong: true, terminate: true, cancel: false },
  }
  const load = (kind: 'prolong' | 'reissue' | 'copy'): State =>
    reduce(begin(), { type: 'loaded', policy, kind, today, newId })

  test.each([
    ['prolong', '2026-12-02'],
    ['reissue', '2026-11-22'],
    ['copy', '2026-11-22'],
  ] as const)('%s starts on %s', (kind, start) => expect(load(kind).term.start).toBe(start))

  test('fills the policyholder, the drivers and the cars with what is known of them already', () => {
    spec('3.4.prolong-reissue-currentpolicydata-promoteriin')

    const state = load('reissue')
    const [driver] = state.drivers
    // The policyholder is looked up all the same: whether the phone is theirs.
    expect(state.policyholder.iin).toBe(policyholder)
    expect(policyholderFacts(state.policyholder).name).toBe('Асқар Н.')
    expect(current(state.policyholder.lookup, policyholderQuestion(state.policyholder)).kind).toBe(
      'none',
    )
    expect(driver).toMatchObject({ iin: second, privilege: 'by_hand' })
    expect(driver && driverFacts(driver).name).toBe('Айгүл С.')
    expect(driver && current(driver.lookup, driverQuestion(driver)).kind).toBe('found')
    expect(state.cars[0]).toMatchObject({
      plate: '123ABC02',
      lookup: { found: { name: 'Toyota Camry', vehicle: null } },
    })
    expect(state).toMatchObject({
      term: { reissue: '100A', prolong: null },
      currentPolicyData: policy,
    })
  })

  test('without the client’s code another’s sale fills the cars and leaves a row to type in for everybody', () => {
    const masked = {
      iin: '•• 04',
      driverLicenseNumber: '•• 56',
      name: 'Айгүл С.',
      privilege: false,
    }
    const theirs: SoldPolicy = {
      ...policy,
      own: false,
      clientCode: { phone: '•• 01', until: null },
      insurant: {
        iin: '•• 01',
        phone: '•• 01',
        name: 'Асқар Н.',
        willDrive: true,
        privilege: false,
      },
      insureds: [{ ...masked, iin: '•• 01' }, masked],
    }
    const state = reduce(begin(), { type: 'loaded', policy: theirs, kind: 'prolong', today, newId })
    const [driver, ...others] = state.drivers
    expect(others).toEqual([])
    expect(driver).toMatchObject({ iin: '', lookup: { kind: 'none' } })
    expect(state.policyholder).toMatchObject({ iin: '', phone: '' })
    expect(state).toMatchObject({
      policyholder: { willDrive: true },
      term: { prolong: '100A' },
      clientCode: null,
    })
    expect(state.cars[0]).toMatchObject({ plate: '123ABC02' })
    expect(JSON.stringify(saleOf(state))).not.toContain('••')
  })

  test('the first input of a loaded row only repeats what stands there, the next one is the promoter’s', () => {
    spec('4.2.load-global-id-skip')

    const state = load('prolong')
    const id = state.drivers[0]?.id ?? ''
    const row = (iin: string) => {
      const driver = reduce(state, { type: 'driver', id, patch: { iin } }).drivers[0]
      return (
        driver && [driverFacts(driver).name, current(driver.lookup, driverQuestion(driver)).kind]
      )
    }
    expect(row(second)).toEqual(['Айгүл С.', 'found'])
    expect(row(third)).toEqual(['', 'none'])
  })

  test('the wire names the old policy as what it is', () => {
    expect(saleOf(load('reissue')).order).toMatchObject({
      reorderGlobalId: '100A',
      dateStart: '2026-11-22',
    })
    expect(saleOf(load('prolong')).order).toMatchObject({
      prolongGlobalId: '100A',
      dateStart: '2026-12-02',
    })
    expect(saleOf(load('copy')).order.prolongGlobalId).toBeUndefined()
  })

  test('a draft comes back as it was kept, with nothing running', () => {
    const loaded = load('prolong')
    const id = loaded.drivers[0]?.id ?? ''
    const lookup = { kind: 'busy', question: third } as const
    const state = reduce(loaded, { type: 'driver-looked', id, lookup })
    const back = reduce(begin(), { type: 'opened', form: formOf(state) })
    expect(saleOf(back)).toEqual(saleOf(state))
    expect(back.drivers.some(({ lookup: { kind } }) => kind === 'busy')).toBe(false)
  })
})
