import { expect, test } from 'vitest'
import { readTables } from '../ogpo/tables.ts'
import { faultsOf } from '../ogpo/tables-check.ts'
import { seedTables } from '../ogpo/tables-file.ts'
import { checkValues, rowKey } from './reference.ts'

const insurer = {
  code: 'dala',
  name_kz: ' «Дала» ',
  name_ru: '«Дала»',
  esbd_system_id: '1',
  middleman_contract: 'QORGAN-1',
  accepts_bad_scoring: 'false',
  sells_many_by_many: true,
  signs_claims_by_code: true,
  correction_deviation: '-0.05',
  sort: 10,
}

test('a row’s values are read from a form: texts trimmed, a decimal comma allowed', () => {
  expect(checkValues('insurers', insurer)).toEqual({
    errors: [],
    values: {
      ...insurer,
      name_kz: '«Дала»',
      correction_deviation: '-0.050',
      esbd_system_id: 1,
      accepts_bad_scoring: false,
    },
  })
})

test.each([
  ['correction_deviation', '0.2'],
  ['code', 'Дала'],
  ['name_kz', ''],
  ['accepts_bad_scoring', 'maybe'],
  ['colour', 'red'],
])('%s may not be %j', (name, value) =>
  expect(checkValues('insurers', { ...insurer, [name]: value }).errors).toEqual([name]),
)

const commission = {
  insurer_code: 'dala',
  product: 'home',
  commission_percent: '12,5',
  returned_on_cancel: true,
}

test('a commission is of an insurer and a product, which are its key, and a percent', () => {
  const checked = checkValues('commissions', commission)
  expect(checked).toEqual({ errors: [], values: { ...commission, commission_percent: '12.50' } })
  expect(rowKey('commissions', checked.values)).toBe('dala-home')
  expect(rowKey('insurers', { code: 'dala' })).toBe('dala')
  expect(rowKey('ogpo_plus', { payout: 1 })).toBe('')
  for (const [name, value] of [
    ['commission_percent', '101'],
    ['commission_percent', '-1'],
    ['product', 'kasko'],
  ] as const)
    expect(checkValues('commissions', { ...commission, [name]: value }).errors).toEqual([name])
})

test('a circle stands in Kazakhstan', () => {
  const circle = {
    code: 'x-1',
    name_kz: 'А',
    name_ru: 'А',
    latitude: '43.2389',
    longitude: '76.8897',
    radius_m: 200,
  }
  expect(checkValues('control_points', circle).errors).toEqual([])
  expect(
    checkValues('control_points', { ...circle, latitude: '76.8897', longitude: '43.2389' }).errors,
  ).toEqual(['latitude', 'longitude'])
})

const partner = {
  code: 'p2',
  name_kz: 'А',
  name_ru: 'А',
  secret_ref: 'p2',
  theme: '',
  webhook_url: 'https://a.kz/hook',
  source: 's',
  refund_source: 'r',
  allowed_origins: 'https://a.kz',
}

test('origins are a list of https addresses', () => {
  expect(
    checkValues('partners', { ...partner, allowed_origins: 'https://a.kz https://b.kz' }).values
      .allowed_origins,
  ).toBe('https://a.kz\nhttps://b.kz')
  expect(checkValues('partners', { ...partner, allowed_origins: 'http://a.kz' }).errors).toEqual([
    'allowed_origins',
  ])
})

test.each([
  ['', ''],
  ['  light   --brand #1C6B3C \n\ndark --radius 4px', 'light --brand #1C6B3C\ndark --radius 4px'],
  ['light --evil #000000', null],
  ['light --ink red', null],
  ['night --ink #000', null],
  ['light --ink #000;}body{display:none}', null],
  ['light --ink #000 #fff', null],
])('a dress in lines: %j', (theme, kept) => {
  const { values, errors } = checkValues('partners', { ...partner, theme })
  expect(kept === null ? errors : values.theme).toEqual(kept ?? ['theme'])
})

test('a list blocks, wants a look or only marks', () => {
  const list = { code: 'PEP', title_kz: 'А', title_ru: 'А', effect: 'review' }
  expect(checkValues('aml_lists', list)).toEqual({ errors: [], values: list })
  expect(checkValues('aml_lists', { ...list, effect: 'ignore' }).errors).toEqual(['effect'])
})

test('tariff tables are taken only in their whole shape', () => {
  const [tables] = seedTables()
  expect(readTables(JSON.stringify(tables))).toEqual({ tables })
  expect(readTables('{')).toEqual({ errors: ['tables'] })
  expect(readTables(JSON.stringify({ ...tables, mrp: '4325' }))).toEqual({ errors: ['tables.mrp'] })
  if (!tables) throw new Error('no tables')
  expect(faultsOf(tables, tables)).toEqual([])
  expect(faultsOf({ ...tables, effectiveTo: '2020-01-01' }, tables)).toEqual([
    { table: 'effectiveTo', row: '', fault: 'order' },
  ])
})
