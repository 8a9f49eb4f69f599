import { expect, test } from 'vitest'
import { readStatement } from './statement.ts'

const head = 'date;operation;order_id;payment_id;amount;fee\n'

test('a statement’s lines are read in either spelling of days, sums and operations', () => {
  expect(
    readStatement(
      `${head}2026-11-20;payment;QG1-1;700;36 094,00;361\n20.11.2026;Возврат;R-QG1-1;701;36094;\n`,
    ),
  ).toEqual({
    errors: [],
    lines: [
      {
        line: 2,
        day: '2026-11-20',
        operation: 'payment',
        key: 'QG1-1',
        outsideId: '700',
        amount: 36_094,
        feeTiyn: 36_100,
      },
      {
        line: 3,
        day: '2026-11-20',
        operation: 'refund',
        key: 'R-QG1-1',
        outsideId: '701',
        amount: 36_094,
        feeTiyn: 0,
      },
    ],
  })
})

test('a moment with its zone is of the day that it is in Almaty', () => {
  const days = ['2026-10-31T20:30:00Z', '2026-10-31T23:30:00+05:00', '31.10.2026 23:30']
  const rows = days.map((day, at) => `${day};payment;a${at};1;100;0\n`)
  expect(readStatement(head + rows.join('')).lines.map(({ day }) => day)).toEqual([
    '2026-11-01',
    '2026-10-31',
    '2026-10-31',
  ])
})

test.each([
  ['2026-02-30;payment;a;1;100;0', 'date'],
  ['20.11.2026 or so;payment;a;1;100;0', 'date'],
  ['2026-11-20;transfer;a;1;100;0', 'operation'],
  ['2026-11-20;payment;;1;100;0', 'order_id'],
  ['2026-11-20;payment;a;1;100,50;0', 'amount'],
  ['2026-11-20;payment;a;1;0;0', 'amount'],
  ['2026-11-20;payment;a;1;100;x', 'fee'],
  ['2026-11-20;payment;a;1;100;1.234,56', 'fee'],
  ['2026-11-20;payment;a;1;100;837,385', 'fee'],
  ["2026-11-20;payment;a;1;28'875,00;0", 'amount'],
  ['2026-11-20;payment;a;1;28,875.00;0', 'amount'],
  ['2026-11-20;payment;a;1;28.875,00;0', 'amount'],
  ['2026-11-20;payment;a;1;28 875 ₸;0', 'amount'],
  ['2026-11-20;payment;a;1;-28875;0', 'amount'],
  ['2026-11-20;payment;a\u0000;1;100;0', 'order_id'],
  [`2026-11-20;payment;a;${'1'.repeat(201)};100;0`, 'payment_id'],
])('a line %s is refused for its %s', (line, field) => {
  expect(readStatement(head + line)).toEqual({ lines: [], errors: [{ line: 2, field }] })
})

test('a file without a needed column is no statement', () => {
  expect(readStatement('date;amount\n2026-11-20;5\n').errors.map(({ field }) => field)).toEqual([
    'operation',
    'order_id',
    'payment_id',
  ])
})

test.each([
  ['837,38', 83_738],
  ['837.38', 83_738],
  ['837,4', 83_740],
  ['1\u2009234,56', 123_456],
  ['1\u00A0234,56', 123_456],
  ['1\u202F234.50', 123_450],
  ['-837,38', -83_738],
  ['−837,38', -83_738],
  ['0,01', 1],
  ['-0,00', 0],
  ['', 0],
])('a fee %j is kept with its tiyn', (fee, feeTiyn) => {
  const { lines, errors } = readStatement(`${head}2026-11-20;payment;a;1;28 875,00;${fee}`)
  expect({ errors, lines }).toMatchObject({ errors: [], lines: [{ amount: 28_875, feeTiyn }] })
})

test.each(['28875,00', '28 875.00', '28\u2009875', '28\u00A0875,0', '28\u202F875'])(
  'a sum %j is read as it stands',
  (amount) => {
    expect(readStatement(`${head}2026-11-20;payment;a;1;${amount};0`).lines).toMatchObject([
      { amount: 28_875 },
    ])
  },
)
