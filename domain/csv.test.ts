import { expect, test } from 'vitest'
import { csvCell, csvLine, readCsv } from './csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+7 701', "'+7 701"],
  ['-5', "'-5"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tcmd', "'\tcmd"],
  ['\u00a0=1+1', "'\u00a0=1+1"],
  ['\u200b@SUM(A1)', "'\u200b@SUM(A1)"],
  ['  -5', "'  -5"],
  ['\uff1d1+1', "'\uff1d1+1"],
  ['\u3164\uff0b7', "'\u3164\uff0b7"],
  ['plain', 'plain'],
  ['040808599903', '"=""040808599903"""'],
  ['850315399904', '"=""850315399904"""'],
  ['007', '"=""007"""'],
  ['0', '0'],
  ['12.5', '12.5'],
  ['a;b', '"a;b"'],
  ['say "so"', '"say ""so"""'],
  ['=a;b', '"\'=a;b"'],
])('a text %j becomes %j: nothing a spreadsheet would run', (text, cell) =>
  expect(csvCell(text)).toBe(cell),
)

test('numbers stay numbers, also below zero', () =>
  expect(csvLine(['x', -5, 36_094, null])).toBe('x;-5;36094;\r\n'))

test.each([
  [
    'a;b\r\n1;2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    '\uFEFFa,b\n"1,5","say ""so"""\n\n',
    [
      ['a', 'b'],
      ['1,5', 'say "so"'],
    ],
  ],
  [
    'a\tb\n1\t"x\ny"',
    [
      ['a', 'b'],
      ['1', 'x\ny'],
    ],
  ],
])('%j is read back', (text, rows) => expect(readCsv(text)).toEqual(rows))

test('what is written is read back', () => {
  const cells = ['040808599903', '00012', 'Әбдіқадыров', 'a;b', 'line\nbreak', '"']
  expect(readCsv(csvLine(cells))).toEqual([cells])
})

test('of a file without end as much is kept as may be, and one row that tells of more', () => {
  const counted = (text: string) => readCsv(text, { counted: true, most: 3, widest: 2 })
  expect(counted('a;b;c\n\n1;2;3\n4')).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 3, cells: ['1', '2'] },
    { line: 4, cells: ['4'] },
  ])
  expect(counted('1;2\n'.repeat(100))).toHaveLength(4)
  expect(counted(';'.repeat(100))).toEqual([])
  expect(counted('x;'.repeat(100))).toEqual([{ line: 1, cells: ['x', 'x'] }])
})
