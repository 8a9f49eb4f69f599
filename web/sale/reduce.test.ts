import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as refusals from '#domain/refusals.ts'
import { sources } from '#tests/boundaries.ts'
import { fieldAt as sheetField } from '../portal/sale/state/wire.ts'
import { fieldAt as siteField } from '../purchase/state/wire.ts'
import { emptyDriver, newSale, type Person } from './model/sale.ts'
import { changed } from './reduce.ts'

const said = {
  iin: '880214399916',
  phone: '+77010000019',
  experienced: true,
  privilege: 'confirmed',
  consent: { kind: 'approved' },
  lookup: { kind: 'failed', question: '880214399916', code: 12006, reason: null, message: 'no' },
  refused: { code: 12006, reason: null, message: 'no' },
} as const satisfies Person
const sale = newSale('2026-11-21', 'c')
const state = {
  ...sale,
  policyholder: { ...sale.policyholder, ...said, phoneRefused: said.refused },
  drivers: [{ ...emptyDriver('a'), ...said }, emptyDriver('b')],
  application: null,
  quote: null,
  busy: null,
  errors: ['iin', 'consent', 'experience', 'phone'].map((key) => ({
    field: `driver-a-${key}`,
    message: 'no',
  })),
}
const unsaid = {
  iin: '900622499917',
  phone: said.phone,
  experienced: null,
  privilege: 'off',
  consent: { kind: 'none' },
  refused: null,
}

test.each([siteField, sheetField])(
  'another IIN is another person through both doors: nothing said of the one before stays',
  (fieldAt) => {
    const patch = { iin: unsaid.iin }
    const driver = changed(state, { type: 'driver', id: 'a', patch }, fieldAt)
    expect(driver.drivers[0]).toMatchObject(unsaid)
    expect(driver.drivers[1]).toBe(state.drivers[1])
    // The phone is no word of theirs.
    expect(driver.errors.map(({ field }) => field)).toEqual(['driver-a-phone'])
    const own = changed(state, { type: 'policyholder', patch }, fieldAt)
    expect(own.policyholder).toMatchObject({ ...unsaid, phoneRefused: null })
  },
)

test('another phone asks anew for a consent that was not given, and for no other', () => {
  const phone = '+77010000020'
  const waiting = { kind: 'awaiting', requestId: 'r', expiresAt: 9 } as const
  const asked = { ...state, drivers: [{ ...emptyDriver('a'), ...said, consent: waiting }] }
  const typed = { type: 'driver', id: 'a', patch: { phone } } as const
  expect(changed(asked, typed, siteField).drivers[0]?.consent).toEqual({ kind: 'none' })
  expect(changed(state, typed, siteField).drivers[0]?.consent).toEqual({ kind: 'approved' })
})

test.each([
  ['another phone', refusals.phoneNotLinked, { phone: '+77010000020' }],
  ['the question to 1414', refusals.consentMissing, { consent: { kind: 'asking' } }],
  ['the word on experience', refusals.experienceImpossible, { experienced: true }],
] as const)('%s is the end of a refusal over it, and of no other', (_, code, patch) => {
  const refusedBy = (by: number) => {
    const refused = { code: by, reason: null, message: 'no' }
    const row = { ...emptyDriver('a'), ...said, experienced: false, refused }
    const typed = { type: 'driver', id: 'a', patch } as const
    return changed({ ...state, drivers: [row] }, typed, siteField).drivers[0]?.refused
  }
  expect(refusedBy(code)).toBeNull()
  expect(refusedBy(refusals.underAge)).not.toBeNull()
})

test('an answer for somebody who stands there no more is dropped', () => {
  const late = { type: 'driver', id: 'a', iin: unsaid.iin, patch: { experienced: false } } as const
  expect(changed(state, late, siteField).drivers[0]).toBe(state.drivers[0])
})

test.each([
  ['a driver', 'a'],
  ['the policyholder', null],
])('what 1414 said of %s is theirs alone: of no other person and no other phone', (_who, of) => {
  const { iin, phone } = said
  const asking = { ...said, consent: { kind: 'asking' } } as const
  const before = {
    ...state,
    policyholder: { ...state.policyholder, ...asking },
    drivers: [{ ...emptyDriver('a'), ...asking }],
  }
  const late = { type: 'consent', of, iin, phone, consent: { kind: 'approved' } } as const
  const consentAfter = (patch: Partial<Person>) => {
    const typed = of
      ? ({ type: 'driver', id: of, patch } as const)
      : ({ type: 'policyholder', patch } as const)
    const { drivers, policyholder } = changed(changed(before, typed, siteField), late, siteField)
    return (of ? drivers[0] : policyholder)?.consent.kind
  }
  expect(consentAfter({})).toBe('approved')
  expect(consentAfter({ iin: unsaid.iin })).toBe('none')
  expect(consentAfter({ phone: '+77010000020' })).toBe('none')
})

test('the rule that another IIN is another person stands in reduce.ts alone', () => {
  const sales = ['web/sale/', 'web/purchase/', 'web/portal/sale/', 'web/hand-off/']
  const forgets = sources(join(import.meta.dirname, '../..')).filter(
    ({ file, source }) =>
      sales.some((folder) => file.startsWith(folder)) &&
      !file.includes('.test.') &&
      // Clearing a person's declared facts, or comparing an IIN with the one before.
      (/\.\.\.unsaid\b/.test(source) || /\.iin !== (?:before|state)\b/.test(source)),
  )
  expect(forgets.map(({ file }) => file).toSorted()).toEqual([
    'web/sale/model/sale.ts',
    'web/sale/reduce.ts',
  ])
})
