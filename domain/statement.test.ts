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
        fee: 361,
      },
      {
        line: 3,
        day: '2026-11-20',
        operation: 'refund',
        key: 'R-QG1-1',
        outsideId: '701',
        amount: 36_094,
        fee: 0,
      },
    ],
  })
})

test.each([
  ['2026-02-30;payment;a;1;100;0', 'date'],
  ['2026-11-20;transfer;a;1;100;0', 'operation'],
  ['2026-11-20;payment;;1;100;0', 'order_id'],
  ['2026-11-20;payment;a;1;100,50;0', 'amount'],
  ['2026-11-20;payment;a;1;0;0', 'amount'],
  ['2026-11-20;payment;a;1;100;x', 'fee'],
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
