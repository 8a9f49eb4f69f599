import { readFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { numbersIn, type ReadFile } from '#domain/statements/line.ts'
import { csvTable, recogniseTables, recogniseText, textIn } from '#domain/statements/recognise.ts'
import { UnreadableFile } from '#domain/statements/table.ts'
import { isMarkup, readHtml } from '../sheets/read-html.ts'
import { readSpreadsheet } from '../sheets/read-spreadsheet.ts'

/** Statements as banks write them (docs/law/formats.md 1), and faulty files. */

const sample = (name: string) => readFileSync(`tests/statements/${name}`)
const recognised = async (bytes: Buffer) => {
  const sheets = await readSpreadsheet(bytes)
  if (sheets) return recogniseTables(sheets, null)
  const text = textIn(bytes)
  return isMarkup(text) ? recogniseTables(await readHtml(text), null) : recogniseText(text, null)
}
async function read(bytes: Buffer): Promise<ReadFile> {
  const found = await recognised(bytes)
  if (!found.known) throw new Error('unknown')
  return found.file
}
/** A line in short: day, kind, sum, fee. */
const short = ({ lines }: ReadFile) =>
  lines.map(({ day, operation, amountTiyn, feeTiyn }) =>
    [day.slice(5), operation, amountTiyn / 100, ...(feeTiyn === 0 ? [] : [feeTiyn / 100])].join(
      ' ',
    ),
  )
const wrong = ({ errors }: ReadFile) =>
  errors.map(({ line, field, why }) => `${line} ${field} ${why}`)

test.each<[string, string, string[]]>([
  ['1c-1-v2-utf8.txt', 'one_c', ['11-02 payout 98734.12', '11-02 other 81270.35', '11-02 fee 150']],
  ['1c-2-upper-two-days-cp1251.txt', 'one_c', ['11-02 payment 17270.25', '11-03 refund 9000']],
  ['mt940-1.txt', 'mt940', ['11-02 payout 98734.12', '11-02 fee 150']],
  ['mt940-2-two-days.txt', 'mt940', ['11-03 other 81270.35', '11-04 payment 12500']],
  [
    'kaspi-pay-1.xlsx',
    'kaspi_pay',
    ['11-01 payment 17270 163.96', '11-01 payment 82412.5 784.42', '11-02 refund 9000 -85.44'],
  ],
  ['kaspi-pay-3-cp1251.csv', 'kaspi_pay', ['11-05 payment 12500 118.75']],
  // The times are of UTC: in Almaty it was the next day.
  ['acquirer-bilingual.csv', 'acquirer', ['11-03 payment 17270 163.96', '11-03 refund 9000']],
  ['statement-1-old.xls', 'account', ['11-02 payment 17270.25']],
  [
    'statement-2-credit-and-debit-columns.xlsx',
    'account',
    ['11-02 payment 17270.25', '11-02 other 81270.35'],
  ],
])('%s is %s', async (name, format, lines) => {
  const file = await read(sample(name))
  expect(file.errors).toEqual([])
  expect(file.format).toBe(format)
  expect(short(file)).toEqual(lines)
})

test('what a bank lists twice is one movement', async () => {
  expect((await read(sample('kaspi-pay-3-cp1251.csv'))).twice).toEqual([3])
})

test('an old spreadsheet with a head over two rows, behind a title sheet, is read to its balances', async () => {
  const file = await read(sample('two-row-head.xls'))
  expect(file).toMatchObject({
    errors: [],
    account: 'KZ68601TEST000000001',
    balances: { opening: 100_000, closing: 3_120_000 },
  })
  expect(file.lines).toHaveLength(300)
  expect(file.lines[1]).toMatchObject({
    day: '2026-11-02',
    amountTiyn: 10_125,
    payer: 'ТОО "Плательщик номер 1" Әсет Ғани',
    payerIin: '900101100001',
    outsideId: '1001',
    numbers: ['1000001'],
  })
})

test.each(['QG000000001-IgmJ_N', 'QG000000002--a_b-c-1', 'QG000000003-_abcd-', 'QG000000004'])(
  '%s is found in the words of a line',
  (number) => {
    for (const words of [
      number,
      `Оплата ${number}, полис`,
      `${number}-Оплата`,
      `№${number}. Без НДС`,
    ])
      expect(numbersIn(words)).toContain(number)
  },
)

test.each([
  ['ҚР ОГПО полисі, QG000000004 нөмірлі тапсырыс', 'QG000000004'],
  ['оплата за полис qg 000 000 004 от 20.11', 'QG000000004'],
  ['ЗАКАЗQG000000004-IGMJ_N', 'QG000000004'],
  ['подписка QН000000012, 12/2026', 'QH000000012'],
  ['Заказ QGООО000004', 'QG000000004'],
])('an order’s number is found as people and banks copy it: %s', (words, number) => {
  expect(numbersIn(words)).toContain(number)
})

test('orders to a bank are no statement', async () => {
  expect(wrong(await read(sample('out-1c-payment-orders.txt')))).toEqual(['11 file orders'])
})

const oneC = () => sample('1c-1-v2-utf8.txt').toString().replaceAll('\r\n', '\n')
const encoded = (text: string, letters: (code: number) => number) =>
  Buffer.from([...text].map((letter) => letters(letter.codePointAt(0) ?? 0)))
/** Cyrillic of DOS: А–п, then р–я. */
const dos = (code: number) =>
  code >= 0x410 && code <= 0x43f
    ? code - 0x410 + 0x80
    : code >= 0x440 && code <= 0x44f
      ? code - 0x440 + 0xe0
      : code === 0x2116
        ? 0xfc
        : code

test.each<[string, (text: string) => Buffer]>([
  ['in DOS letters', (text) => encoded(text, dos)],
  ['in UTF-16', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  [
    'with a mark of UTF-8 and old line ends',
    (text) => Buffer.from(`\uFEFF${text.replaceAll('\n', '\r')}`),
  ],
  [
    'in capitals',
    (text) =>
      Buffer.from(
        text.replaceAll(/^[^=\n]+/gm, (key) => (key.startsWith('1C') ? key : key.toUpperCase())),
      ),
  ],
  ['without a version', (text) => Buffer.from(text.replace(/^Версия.*\n/m, ''))],
  [
    'with sums by the account alone',
    (text) => Buffer.from(text.replaceAll(/^Сумма(Приход|Расход)=.*\n/gm, '')),
  ],
  ['with a comma in sums', (text) => Buffer.from(text.replaceAll(/(\d)\.(\d{1,2})$/gm, '$1,$2'))],
  ['with an end of DOS', (text) => Buffer.from(`${text}\x1a`)],
])('1C %s is the same statement', async (_name, change) => {
  const file = await read(change(oneC()))
  expect(wrong(file)).toEqual([])
  expect(short(file)).toEqual(['11-02 payout 98734.12', '11-02 other 81270.35', '11-02 fee 150'])
})

test('a movement that 1C lists with parties and without is one', async () => {
  const text = oneC()
  const bare = `СекцияДокумент=выписка\nДатаОперации=02.11.2026\nСуммаПриход=98734.12\nНомерДокумента=KP-100001\nКонецДокумента\n`
  const file = await read(Buffer.from(text.replace('КонецФайла', `${bare}КонецФайла`)))
  expect(wrong(file)).toEqual([])
  expect(file.lines).toHaveLength(3)
  expect(file.twice).toHaveLength(1)
})

test.each<[string, (text: string) => string, string]>([
  [
    'a line taken out',
    (text) =>
      text.replace(
        /СекцияДокумент="Выписка"\nВидДокумента=Мемориальный[\s\S]*?КонецДокумента\n/,
        '',
      ),
    '10 balance balance',
  ],
  [
    'a sum changed',
    (text) =>
      text
        .replaceAll('98734.12', '98735.12')
        .replace('ВсегоПоступило=98735.12', 'ВсегоПоступило=98734.12'),
    '10 balance balance',
  ],
  [
    'the end cut off',
    (text) => text.slice(0, text.indexOf('НазначениеПлатежа=Комиссия за перевод')),
    '84 file unfinished',
  ],
  ['dollars', (text) => text.replace('Валюта=KZT', 'Валюта=USD'), '19 currency currency'],
  [
    'another account',
    (text) =>
      text.replaceAll(
        /^ПолучательИИК=KZ68601TEST000000001/gm,
        'ПолучательИИК=KZ11601TEST000000009',
      ),
    '19 account account',
  ],
  [
    'no day',
    (text) => text.replace('ДатаОперации=02.11.2026', 'ДатаОперации=32.11.2026'),
    '19 date invalid',
  ],
])('1C with %s says where', async (_name, change, fault) => {
  expect(wrong(await read(Buffer.from(change(oneC()))))[0]).toBe(fault)
})

test('a day that is missing between two is told', async () => {
  const file = await read(
    Buffer.from(
      sample('mt940-2-two-days.txt')
        .toString()
        .replace(':60F:C261103KZT18313,77', ':60F:C261103KZT18000,00')
        .replace(':62F:C261104KZT30813,77', ':62F:C261104KZT30500,00'),
    ),
  )
  expect(wrong(file)).toEqual(['12 balance gap'])
  expect(file.errors[0]?.sums).toEqual({ counted: 1_831_377, said: 1_800_000 })
})

test('MT940 in blocks, with reversals, over a New Year, is read', async () => {
  const file = await read(
    Buffer.from(
      '{1:F01X}{2:O940}{4:\r\n:20:A\r\n:25:KZ55722TEST000000002\r\n:28C:1/1\r\n:60F:C261231KZT1000,\r\n:61:261231 0101C10,5NTRFNONREF//7\r\n:61:2612310101RC0,5NTRFX\r\n:62F:C270101KZT1010,00\r\n-}\r\n'.replace(
        ' 0101',
        '0101',
      ),
    ),
  )
  expect(wrong(file)).toEqual([])
  expect(file.lines.map(({ day, way, amountTiyn }) => [day, way, amountTiyn])).toEqual([
    ['2027-01-01', 'in', 1050],
    ['2027-01-01', 'out', 50],
  ])
})

const csv = (text: string) => read(Buffer.from(text))

test.each<[string, string, string[]]>([
  [
    'days, totals between them, thousands by spaces',
    'Выписка по счету\nСчет;KZ68601TEST000000001\n\nДата;Номер документа;Дебет;Кредит;Контрагент;Назначение\n02.11.2026 10:11;1;;17 270,25;Тестов;Оплата\n02.11.2026;2;1 500,00;;Банк;Комиссия за ведение счета\nИтого за 02.11.2026;;1 500,00;17 270,25;;\n03.11.2026;3;;12\u00A0500,00;Иванов;Оплата\nИтого;;1 500,00;29 770,25;;\n',
    ['11-02 payment 17270.25', '11-02 fee 1500', '11-03 payment 12500'],
  ],
  [
    'a sum with its sign, commas between thousands',
    'Date,Amount,Currency,Counterparty,Description\n2026-11-02,"-1,500.00",KZT,Bank,Commission\n2026-11-02,"17,270",KZT,Ivanov,Payment\n',
    ['11-02 fee 1500', '11-02 payment 17270'],
  ],
  [
    'Kazakh titles',
    'Күні;Кіріс;Шығыс;Контрагент;Төлем мақсаты\n2026.11.02;100,50;;Тестов;Полис\n2026.11.03;;7,5;Банк;Банк комиссиясы\nБарлығы;100,50;7,5;;\n',
    ['11-02 payment 100.5', '11-03 fee 7.5'],
  ],
  [
    'a register with times of UTC in a column of their own, a chargeback',
    'Дата операции (UTC);Время;RRN;Тип операции;Сумма операции;Комиссия\n23.11.2026;20:30;1;Покупка;36094,00;-433,13\n23.11.2026;10:00;2;Возврат;-36094,00;433,13\n23.11.2026;11:00;3;Chargeback;-100,00;0\n',
    ['11-24 payment 36094 433.13', '11-23 refund 36094 -433.13', '11-23 chargeback 100'],
  ],
  [
    'times of twelve hours, also of UTC',
    'Дата операции (UTC);RRN;Тип операции;Сумма операции;Комиссия\n23.11.2026 08:30 PM;1;Покупка;100,00;0\n23.11.2026 12:15:00 am;2;Покупка;200,00;0\n2026-11-23 7:01 P.M.;3;Покупка;300,00;0\n',
    ['11-24 payment 100', '11-23 payment 200', '11-24 payment 300'],
  ],
  [
    'a chargeback and what undoes it, by the words and by the sign',
    'Дата операции;RRN;Тип операции;Сумма операции;Комиссия\n23.11.2026;1;Чарджбэк;-100,00;0\n24.11.2026;2;Отмена чарджбэка;100,00;0\n25.11.2026;3;Chargeback;-50,00;0\n26.11.2026;4;Chargeback;50,00;0\n',
    ['11-23 chargeback 100', '11-24 chargeback 100', '11-25 chargeback 50', '11-26 chargeback 50'],
  ],
])('a table with %s is read', async (_name, text, lines) => {
  const file = await csv(text)
  expect(wrong(file)).toEqual([])
  expect(short(file)).toEqual(lines)
})

test('a table tells which line cannot be taken, and why', async () => {
  const file = await csv(
    'Дата;Дебет;Кредит;Валюта;Контрагент;Назначение\n02.11.2026;;10,00;USD;А;Б\n31.02.2026;;10,00;KZT;А;Б\n02.11.2026;;10,005;KZT;А;Б\n02.11.2026;5;10;KZT;А;Б\n',
  )
  expect(wrong(file)).toEqual([
    '2 currency currency',
    '3 date invalid',
    '4 amount invalid',
    '5 amount invalid',
  ])
})

test('a table whose columns nobody knows waits for a person', async () => {
  const found = await recognised(Buffer.from('a;b;c\n1;2;3\n'))
  expect(found.known).toBe(false)
  const told = recogniseText('когда;сколько;кто\n02.11.2026;10,00;Тестов\nсумма;10,00;\n', {
    sheet: '',
    line: 1,
    of: 'register',
    bank: 'Демо',
    columns: { date: [0], amount: [1], payer: [2] },
  })
  expect(told.known && short(told.file)).toEqual(['11-02 payment 10'])
})

/** A spreadsheet, as small as programs read it. */
function xlsx(...sheets: string[]): Buffer {
  const part = (name: string, text: string) => {
    const [title, bytes] = [Buffer.from(name), deflateRawSync(text)]
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(bytes.length, 18)
    head.writeUInt16LE(title.length, 26)
    return { title, bytes, local: Buffer.concat([head, title, bytes]) }
  }
  const parts = [
    part(
      'xl/workbook.xml',
      `<workbook xmlns:r="r"><sheets>${sheets.map((_sheet, at) => `<sheet name="A${at}" r:id="x${at}"/>`).join('')}</sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      `<Relationships>${sheets.map((_sheet, at) => `<Relationship Id="x${at}" Target="worksheets/sheet${at}.xml"/>`).join('')}</Relationships>`,
    ),
    ...sheets.map((sheet, at) => part(`xl/worksheets/sheet${at}.xml`, sheet)),
  ]
  let at = 0
  const directory = parts.map(({ title, bytes, local }) => {
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(bytes.length, 20)
    entry.writeUInt16LE(title.length, 28)
    entry.writeUInt32LE(at, 42)
    at += local.length
    return Buffer.concat([entry, title])
  })
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts.map(({ local }) => local), ...directory, end])
}
const cell = (place: string, text: string) =>
  `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
const head = `<row r="1">${cell('A1', 'Дата')}${cell('B1', 'Дебет')}${cell('C1', 'Кредит')}</row>`

test('a formula in a sum is refused by its line, in a total it does not matter', async () => {
  const file = await read(
    xlsx(
      sheetOf(
        `${head}<row r="2">${cell('A2', '02.11.2026')}<c r="C2"><f>1+2</f><v>3</v></c></row>
        <row r="3">${cell('A3', '02.11.2026')}<c r="C3"><v>4.5</v></c></row>
        <row r="4">${cell('A4', 'Итого')}<c r="C4"><f>SUM(C2:C3)</f><v>7.5</v></c></row>`,
      ),
    ),
  )
  expect(wrong(file)).toEqual(['2 amount formula'])
  expect(short(file)).toEqual(['11-02 payment 4.5'])
})

test('what is no payment of a register went, unless its words or its sign say that it came back', async () => {
  const head = 'Дата операции;RRN;Тип операции;Сумма операции;Комиссия\n'
  const ways = async (rows: string) => (await csv(head + rows)).lines.map(({ way }) => way)
  expect(
    await ways('23.11.2026;1;Чарджбэк;100,00;0\n24.11.2026;2;Chargeback reversal;100,00;0\n'),
  ).toEqual(['out', 'in'])
  expect(await ways('23.11.2026;1;Чарджбэк;-100,00;0\n24.11.2026;2;Чарджбэк;100,00;0\n')).toEqual([
    'out',
    'in',
  ])
  expect(
    await ways(
      '22.11.2026;0;Оплата;900,00;0\n23.11.2026;1;Возврат;100,00;0\n24.11.2026;2;Комиссия за эквайринг;5,00;0\n',
    ),
  ).toEqual(['in', 'out', 'out'])
  expect(
    await ways('23.11.2026;1;Оплата;-100,00;0\n24.11.2026;2;Комиссия за эквайринг;5,00;0\n'),
  ).toEqual(['out', 'in'])
  // A refund that was cancelled, and an hour that no clock has, are nothing that we know.
  expect(wrong(await csv(`${head}23.11.2026;1;Отмена возврата;100,00;0\n`))).toEqual([
    '2 operation invalid',
  ])
  expect(wrong(await csv(`${head}23.11.2026 13:00 PM;1;Покупка;100,00;0\n`))).toEqual([
    '2 date invalid',
  ])
})

const whyOf = async (bytes: Buffer) => {
  try {
    await recognised(bytes)
    return null
  } catch (error) {
    return error instanceof UnreadableFile ? error.why : error
  }
}

test('a million lines, a bomb and pieces of files are refused, each by its reason', async () => {
  const rows = Array.from({ length: 1_000_000 }, () => '<row><c><v>1</v></c></row>').join('')
  expect(await whyOf(xlsx(sheetOf(rows)))).toBe('too_long')
  expect(
    await whyOf(xlsx(sheetOf(`<row><c t="str"><v>${' '.repeat(220_000_000)}</v></c></row>`))),
  ).toBe('too_long')
  expect(await whyOf(Buffer.from('a;b\n'.repeat(1_000_000)))).toBe('too_long')
  for (const name of ['kaspi-pay-1.xlsx', 'statement-1-old.xls'])
    for (const part of [0.1, 0.5, 0.9]) {
      const whole = sample(name)
      expect([name, part, await whyOf(whole.subarray(0, whole.length * part))]).toEqual([
        name,
        part,
        'damaged',
      ])
    }
  expect(await whyOf(Buffer.from('%PDF-1.7\n\0\0'))).toBe('no_text')
})

test.each<[string, (lines: number) => string]>([
  [
    '1C',
    (lines) =>
      `1CClientBankExchange\r\nРасчСчет=KZ68601TEST000000001\r\n${'СекцияДокумент=1\r\nДатаОперации=02.11.2026\r\nСуммаПриход=1\r\nКонецДокумента\r\n'.repeat(lines)}КонецФайла\r\n`,
  ],
  [
    'MT940',
    (lines) =>
      `:20:A\r\n:25:KZ55722TEST000000002\r\n:60F:C261102KZT0,\r\n${':61:261102C1,NTRFX\r\n'.repeat(lines - 2)}:62F:C261102KZT${lines - 2},\r\n`,
  ],
  [
    'our own form',
    (lines) =>
      `date;operation;order_id;payment_id;amount;fee\n${'2026-11-20;payment;QG1-1;1;5000;0\n'.repeat(lines - 1)}`,
  ],
  [
    'a web page',
    (lines) =>
      `<table><tr><td>Дата<td>Дебет<td>Кредит</tr>${'<tr><td>02.11.2026<td><td>1</tr>'.repeat(lines - 1)}</table>`,
  ],
])('%s is read to a hundred thousand lines and no further', async (_name, make) => {
  const most = await read(Buffer.from(make(100_000)))
  expect(wrong(most)).toEqual([])
  expect(most.lines.length).toBeGreaterThan(99_990)
  expect(await whyOf(Buffer.from(make(100_002)))).toBe('too_long')
})

test('1C of very many accounts is read', async () => {
  const days = Array.from(
    { length: 40_000 },
    (_none, at) =>
      `СекцияРасчСчет\r\nДатаНачала=02.11.2026\r\nРасчСчет=KZ${at}\r\nНачальныйОстаток=0\r\nВсегоПоступило=1\r\nКонечныйОстаток=1\r\nКонецРасчСчет\r\nСекцияДокумент=1\r\nДатаОперации=02.11.2026\r\nНомерДокумента=${at}\r\nСуммаПриход=1\r\nПолучательИИК=KZ${at}\r\nКонецДокумента\r\n`,
  )
  const file = await read(Buffer.from(`1CClientBankExchange\r\n${days.join('')}КонецФайла\r\n`))
  expect(wrong(file)).toEqual([])
  expect(file.balances).toMatchObject({ came: 4_000_000, closing: 4_000_000 })
})

/** A page as a bank's program writes it and names `.xls`. */
const page = (rows: string) =>
  `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta charset=windows-1251><style><!-- td {color: red} --></style></head><body>
<table border=1><tr><td colspan=4>Выписка по счету KZ68601TEST000000001</td></tr></table><br>
<TABLE><TR><TH rowspan=2>Дата</TH><TH rowspan=2>Номер документа</TH><TH colspan=2>Обороты</TH><TH rowspan=2>Контрагент</TH><TH rowspan=2>Назначение</TH></TR>
<TR><TH>Дебет<TH>Кредит</TR>${rows}</TABLE></body></html>`
const pageRows =
  '<tr><td>02.11.2026<td>7<td><td align=right>17&nbsp;270,25<td>ТОО &quot;Тест&quot; &amp; Ко<td>Оплата<br>полиса</font></tr><tr><td>02.11.2026</td><td>8</td><td>150,40</td><td></td><td>Банк</td><td>Комиссия за ведение счета</td></tr><tr><td colspan=2>Итого<td>150,40<td>17270,25<td><td></tr>'

test.each<[string, (text: string) => Buffer]>([
  ['in UTF-8', (text) => Buffer.from(text)],
  ['in UTF-16', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  [
    'in windows-1251',
    (text) =>
      encoded(text, (code) => (code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code)),
  ],
])('a web page %s that is named a spreadsheet is read by its table', async (_name, to) => {
  const file = await read(to(page(pageRows)))
  expect(wrong(file)).toEqual([])
  expect(short(file)).toEqual(['11-02 payment 17270.25', '11-02 fee 150.4'])
  expect(file.lines[0]).toMatchObject({
    payer: 'ТОО "Тест" & Ко',
    purpose: 'Оплата полиса',
    outsideId: '7',
  })
})

test('a formula of a web page is refused by its line', async () => {
  const rows =
    '<tr><td>02.11.2026<td>7<td><td x:fmla="=A1+1">17<td>Тестов<td>Оплата</tr><tr><td>02.11.2026<td>8<td><td>5<td>Тестов<td>Оплата</tr>'
  expect(wrong(await read(Buffer.from(page(rows))))).toEqual(['3 amount formula'])
})

test.each<[string, string, string]>([
  ['tables inside tables', page('<tr><td><table><tr><td>1</table></tr>'), 'markup'],
  [
    'no table',
    '<!DOCTYPE html><html><body>Сессия завершена, войдите снова</body></html>',
    'markup',
  ],
  ['XML of a spreadsheet', '<?xml version="1.0"?><Workbook><Worksheet/></Workbook>', 'markup'],
  ['a page in parts', 'MIME-Version: 1.0\nContent-Type: multipart/related\n\n<html>', 'markup'],
  ['tags that never end', `<table><tr><td>${'<b>'.repeat(1_000_000)}`, 'markup'],
  ['closing tags that never end', `<table><tr><td>${'</1'.repeat(1_000_000)}</table>`, 'markup'],
  [
    'spans without end',
    `<table>${'<tr><td colspan=199>a<td>b</tr>'.repeat(50_000)}</table>`,
    'too_long',
  ],
  ['half a page', page(pageRows).slice(0, page(pageRows).indexOf('Итого')), 'damaged'],
])('%s: a page is refused by its reason', async (_name, text, why) => {
  expect(await whyOf(Buffer.from(text))).toBe(why)
})

test('bytes changed anywhere give an answer, never a fault of the program', async () => {
  for (const name of [
    'kaspi-pay-1.xlsx',
    'statement-1-old.xls',
    'two-row-head.xls',
    '1c-1-v2-utf8.txt',
    'mt940-1.txt',
  ])
    for (let round = 0; round < 40; round += 1) {
      const bytes = Buffer.from(sample(name))
      for (let change = 0; change < 5; change += 1)
        bytes[(round * 7919 + change * 104_729 + round * change) % bytes.length] =
          (round * 37 + change * 101) % 256
      const why = await whyOf(bytes)
      expect(why === null || typeof why === 'string').toBe(true)
    }
})

/** 1C of an account with this balance and a movement in each direction. */
const oneCOf = (head: readonly string[], documents: readonly string[][]) =>
  [
    '1CClientBankExchange',
    ...head,
    'РасчСчет=KZ68601TEST000000001',
    'СекцияРасчСчет',
    'РасчСчет=KZ68601TEST000000001',
    'НачальныйОстаток=1000',
    'ВсегоПоступило=500,50',
    'ВсегоСписано=200',
    'КонечныйОстаток=1300.5',
    'КонецРасчСчет',
    ...documents.flatMap((lines) => [
      'СекцияДокумент=ПлатежноеПоручение',
      ...lines,
      'КонецДокумента',
    ]),
    'КонецФайла',
    '',
  ].join('\r\n')

test.each<[string, string, string[]]>([
  [
    '1C of a bank that gives the sides of a payment and a fee for its services',
    oneCOf(
      ['ВерсияФормата=2.00', 'Кодировка=UTF8', 'Отправитель=АО "Банк ЦентрКредит"'],
      [
        [
          'ДатаОперации=02.11.2026',
          'НомерДокумента=11',
          'Сумма=500,50',
          'ПлательщикИИК=KZ98722TEST000000004',
          'ПолучательИИК=KZ68601TEST000000001',
          'НазначениеПлатежа1=Оплата заказа',
          'НазначениеПлатежа2=QG123456',
        ],
        [
          'ДатаДокумента=03.11.2026',
          'НомерДокумента=12',
          'Сумма=200',
          'ПлательщикИИК=KZ68601TEST000000001',
          'ПолучательИИК=KZ98722TEST000000004',
          'НазначениеПлатежа=Комиссия за услуги банка',
        ],
      ],
    ),
    ['11-02 payment 500.5', '11-03 fee 200'],
  ],
  [
    '1C of version 1.01 with the keys of the older layout',
    oneCOf(
      ['ВерсияФормата=1.01', 'Кодировка=Windows', 'Отправитель=Kaspi'],
      [
        [
          'Номер=11',
          'Дата=02.11.2026',
          'ДатаПоступило=02.11.2026',
          'Сумма=500.50',
          'ПлательщикСчет=KZ98722TEST000000004',
          'ПолучательСчет=KZ68601TEST000000001',
          'НазначениеПлатежа=Оплата заказа QG123456',
        ],
        [
          'Номер=12',
          'Дата=03.11.2026',
          'ДатаСписано=03.11.2026',
          'Сумма=200',
          'ПлательщикСчет=KZ68601TEST000000001',
          'ПолучательСчет=KZ98722TEST000000004',
          'НазначениеПлатежа=Аренда',
        ],
      ],
    ),
    ['11-02 payment 500.5', '11-03 other 200'],
  ],
  [
    'a register that says sale, takes its fee below nothing and has a dispute',
    'Дата и время транзакции;Тип транзакции;RRN;Merchant order;Сумма транзакции;Удержанная комиссия;К выплате\n' +
      '02.11.2026 10:00;Продажа;111;QG1;1000;-15,50;984,50\n03.11.2026 10:00;Возврат;112;QG1;-1000;15,50;-984,50\n' +
      '03.11.2026 10:00;Chargeback;113;QG2;-500;0;-500\n',
    ['11-02 payment 1000 15.5', '11-03 refund 1000 -15.5', '11-03 chargeback 500'],
  ],
  [
    'MT940 whose fees have no number',
    ':20:X\r\n:25:KZ68601TEST000000001\r\n:28C:1/1\r\n:60F:C261101KZT1000,\r\n' +
      ':61:261102D150,NCHGNONREF\r\n:86:850 Комиссия за перевод\r\n:61:261102D150,NCHGNONREF//NONREF\r\n:86:850 Комиссия за перевод\r\n' +
      ':62F:C261102KZT700,\r\n-\r\n',
    ['11-02 fee 150', '11-02 fee 150'],
  ],
])('%s', async (_name, text, lines) => {
  const file = await read(Buffer.from(text))
  expect(file.errors).toEqual([])
  expect(short(file)).toEqual(lines)
  expect(file.lines.map(({ outsideId }) => outsideId)).not.toContain('NONREF')
})

/** Each row of a file is a movement as the bank means it, or is reported by its line. */
const all = (file: ReadFile) => [
  ...file.lines.map(({ day, way, operation, amountTiyn, feeTiyn, numbers }) =>
    [day.slice(5), way, operation, amountTiyn / 100, feeTiyn / 100 || '', ...numbers]
      .filter((part) => part !== '')
      .join(' '),
  ),
  ...wrong(file).map((fault) => `! ${fault}`),
]
const TABLE = 'Дата;Номер документа;Контрагент;Дебет;Кредит;Назначение платежа\n'
const OTHER = 'KZ98722TEST000000004'
const OURS = 'KZ68601TEST000000001'
const kaspi = (titles: string, row: string) =>
  `#;Номер заказа (ID/RRN);Дата операции;Тип операции;Сумма операции (т);${titles};Детали покупки\n${row}`

test.each<[string, string, string[]]>([
  // Direction of the money.
  [
    'a column of directions',
    'Дата;Номер документа;Д/К;Сумма;Плательщик;Получатель;Назначение платежа\n02.11.2026;1;К;12500;Иванов;Мы;заказ 1000200\n02.11.2026;2;Д;81270,35;Мы;СК;премии по реестру 31\n02.11.2026;3;Д;12500;Мы;Петров;возврат\n',
    ['11-02 in payment 12500 1000200', '11-02 out other 81270.35', '11-02 out refund 12500'],
  ],
  [
    'directions in words, in one column',
    'Дата;Дебет/Кредит;Сумма;Контрагент;Назначение платежа\n02.11.2026;Кредит;12500;Иванов;заказ 1000200\n02.11.2026;Дебет;-500;СК;возврат\n',
    ['11-02 in payment 12500 1000200', '11-02 out refund 500'],
  ],
  [
    'directions as kinds',
    'Дата;Вид операции;Сумма;Контрагент;Назначение платежа\n02.11.2026;Приход;12500;Иванов;заказ 1000200\n02.11.2026;Расход;500;СК;аренда\n',
    ['11-02 in payment 12500 1000200', '11-02 out other 500'],
  ],
  [
    'directions by accounts',
    `Дата;Счет плательщика;Плательщик;Счет получателя;Получатель;Сумма;Назначение платежа\n02.11.2026;${OTHER};Иванов;${OURS};Мы;12500;заказ 1000200\n02.11.2026;${OURS};Мы;KZ90856TEST000000003;СК;500;аренда\n`,
    ['11-02 in payment 12500 1000200', '11-02 out other 500'],
  ],
  // Quotes, and names that look like totals.
  [
    'a quote within a cell',
    `${TABLE}02.11.2026;1;Иванов;;12500;диск 3,5" заказ 1000200\n02.11.2026;2;ТОО "Лилия";;99000;заказ 1000201\n02.11.2026;="003";"Ромашка" ТОО;;="500,00";заказ 1000202\n`,
    [
      '11-02 in payment 12500 1000200',
      '11-02 in payment 99000 1000201',
      '11-02 in payment 500 1000202',
    ],
  ],
  [
    'a quote that eats rows',
    `${TABLE}02.11.2026;1;"Иванов;;12500;заказ 1000200\n02.11.2026;2;"Лилия";;99000;заказ 1000201\n`,
    ['! 2 file quote'],
  ],
  ['a quote to the end', `${TABLE}02.11.2026;1;Иванов;;12500;"заказ 1000200\n`, ['! 2 file quote']],
  [
    'names and purposes that begin as totals do',
    `${TABLE}02.11.2026;1;Баланс Авто ТОО;;1;x\n02.11.2026;2;Total Energies KZ;;2;x\n02.11.2026;3;ИТОГО МАРКЕТ;;3;x\n02.11.2026;4;Жалпыбаев;;4;x\n02.11.2026;5;Банк;5;;За период с 01.10 обслуживание\n02.11.2026;;Итого за день;5;10;\n;;;5;10;\n`,
    [
      '11-02 in payment 1',
      '11-02 in payment 2',
      '11-02 in payment 3',
      '11-02 in payment 4',
      '11-02 out fee 5',
    ],
  ],
  [
    'a sum without a day',
    `${TABLE}02.11.2026;1;Иванов;;12500;заказ 1000200\n;2;Петров;;9000;заказ 1000201\n;;;3;7;\n;;;0;12500;\n`,
    ['11-02 in payment 12500 1000200', '! 3 date no_day', '! 4 date no_day'],
  ],
  [
    'a day over two rows of a page',
    '<table><tr><td>Дата<td>Дебет<td>Кредит<td>Назначение</tr><tr><td rowspan=2>02.11.2026<td><td>1<td>x</tr><tr><td><td>2<td>y</tr></table>',
    ['11-02 in payment 1', '11-02 in payment 2'],
  ],
  [
    'rows of Kaspi with a point behind the number, and without a number',
    kaspi(
      'Комиссия Kaspi Pay (т)',
      '1.;7;05.11.2026;Покупка;100;-1;x\n;8;05.11.2026;Покупка;200;-2;y\n;;;Итого;300;-3;\n',
    ),
    ['11-05 in payment 100 1', '11-05 in payment 200 2'],
  ],
  // Currencies.
  [
    'a sum of another currency beside tenge',
    `Дата;Контрагент;Дебет;Кредит;Дебет (эквивалент в KZT);Кредит (эквивалент в KZT);Назначение\n02.11.2026;Иванов;;500;;260000;заказ 1000200\n`,
    ['11-02 in payment 260000 1000200'],
  ],
  [
    'currencies over two rows',
    `Дата;Контрагент;Дебет;;Кредит;;Назначение\n;;в валюте;в тенге;в валюте;в тенге;\n02.11.2026;Иванов;;;25;12500;заказ 1000200\n`,
    ['11-02 in payment 12500 1000200'],
  ],
  [
    'a currency above',
    `Валюта счета: USD\n\n${TABLE}02.11.2026;1;Иванов;;500;x\n`,
    ['11-02 in payment 500', '! 1 currency currency'],
  ],
  [
    'a currency in a title',
    `Дата;Контрагент;Дебет (USD);Кредит (USD);Назначение\n02.11.2026;Иванов;;500;x\n`,
    ['11-02 in payment 500', '! 1 currency currency'],
  ],
  [
    'another account below',
    `${TABLE}02.11.2026;1;Иванов;;500;x\nСчет ${OTHER} USD\n`,
    ['11-02 in payment 500', '! 3 currency currency'],
  ],
  // Operations not executed, and fees the bank keeps.
  [
    'states of operations',
    'Дата операции;Тип операции;RRN;Сумма операции;Комиссия;Статус\n02.11.2026;Оплата;1;100;0;Исполнена\n02.11.2026;Оплата;2;200;0;Отклонена\n02.11.2026;Оплата;3;300;0;Отменена\n',
    ['11-02 in payment 100', '! 4 operation invalid'],
  ],
  [
    'kinds that undo others',
    'Дата операции;Тип операции;RRN;Сумма операции;Комиссия\n02.11.2026;Отмена возврата;1;100;0\n02.11.2026;Оплата возвращена;2;100;0\n02.11.2026;Возврат чарджбэка;3;100;0\n',
    ['! 2 operation invalid', '! 3 operation invalid', '! 4 operation invalid'],
  ],
  [
    'bonuses beside the fee',
    kaspi(
      'Сумма к зачислению/ списанию (т);Комиссия за операции (т);Бонусы за счет продавца (т)',
      '1;7;05.11.2026;Покупка;12500,00;12000,00;-118,75;-381,25;x\n',
    ),
    ['11-05 in payment 12500 500'],
  ],
  [
    'a fee without its tax, and the tax',
    kaspi(
      'Сумма к зачислению/ списанию (т);Комиссия за операции (т);Комиссия НДС (т)',
      '1;7;05.11.2026;Покупка;12500;12384;-100;-16;x\n2;8;05.11.2026;Покупка;12500;12300;-100;-16;x\n',
    ),
    ['11-05 in payment 12500 116', '! 3 fee net'],
  ],
  [
    'a fee wider than the books',
    'Дата операции;Тип операции;RRN;Сумма операции;Комиссия\n02.11.2026;Оплата;1;900000000;30000000\n',
    ['! 2 fee invalid'],
  ],
  // Kind of a movement.
  [
    'names that hold words of banks, usual purposes of clients',
    `${TABLE}02.11.2026;1;ДАУЛАНОВ Б.;;1;Оплата\n02.11.2026;2;ТОО Чарджер;;2;Оплата\n02.11.2026;3;А;;3;Оплата за услуги страхования заказ 1000203\n02.11.2026;4;А;;4;по контракту заказ 1000204\n02.11.2026;5;А;;5;через Kaspi Pay заказ 1000205\n02.11.2026;6;А;;6;Вознаграждение по акту 5\n`,
    [
      '11-02 in payment 1',
      '11-02 in payment 2',
      '11-02 in payment 3 1000203',
      '11-02 in payment 4 1000204',
      '11-02 in payment 5 1000205',
      '11-02 in other 6',
    ],
  ],
  [
    'movements of one number and sum, of two clients',
    `${TABLE}02.11.2026;1;АО Банк;;500;заказ 1000200\n02.11.2026;1;АО Банк;;500;заказ 1000201\n`,
    ['11-02 in payment 500 1000200', '11-02 in payment 500 1000201'],
  ],
  [
    'returns with documents of their own',
    kaspi(
      'Комиссия Kaspi Pay (т);№ документа возврата',
      '1;7;05.11.2026;Возврат;-100;1;A1;x\n2;7;05.11.2026;Возврат;-100;1;A2;x\n',
    ),
    ['11-05 out refund 100 -1', '11-05 out refund 100 -1'],
  ],
  // Days.
  [
    'months first',
    'Date;Counterparty;Debit;Credit;Details\n11/02/2026;A;;1;x\n11/25/2026;A;;2;x\n',
    ['11-02 in payment 1', '11-25 in payment 2'],
  ],
  [
    'months or days first',
    'Date;Counterparty;Debit;Credit;Details\n11/02/2026;A;;1;x\n',
    ['02-11 in payment 1', '! 1 date day_order'],
  ],
  [
    'months in words, transfers that come in and go out',
    `${TABLE}02 ноя 2026;1;А;;1;Входящий перевод 190\n3 Nov 2026;2;А;2;;Исходящий перевод 839\n`,
    ['11-02 in payment 1', '11-03 out other 2'],
  ],
  [
    'lines of our own form behind empty ones',
    'date;operation;order_id;payment_id;amount;fee\n\n\n2026-11-20;payment;QG1-1;1;x;0\n',
    ['! 4 amount invalid'],
  ],
])('%s: what a file means is read, or told by its line', async (_name, text, lines) => {
  expect(all(await read(Buffer.from(text)))).toEqual(lines)
})

test('one sum that nothing tells the direction of waits for a person, and is refused by its line', async () => {
  const text = 'Дата;Сумма;Контрагент;Назначение платежа\n02.11.2026;12500;Иванов;заказ 1000200\n'
  expect((await recognised(Buffer.from(text))).known).toBe(false)
  const told = recogniseText(text, {
    sheet: '',
    line: 1,
    of: 'account',
    bank: '',
    columns: { date: [0], amount: [1], payer: [2], purpose: [3] },
  })
  expect(told.known && wrong(told.file)).toEqual(['2 operation direction'])
})

const paper = (account: string, lines: string) =>
  `СекцияРасчСчет\nДатаНачала=02.11.2026\nРасчСчет=${account}\n${lines}\nКонецРасчСчет\n`
const came = (sum: string, iin: string, order: string) =>
  `СекцияДокумент=Выписка\nДатаОперации=02.11.2026\nНомерДокумента=1\nСуммаПриход=${sum}\nПлательщикБИН_ИИН=${iin}\nПлательщикИИК=${OTHER}\nПолучательИИК=${OURS}\nНазначениеПлатежа=заказ ${order}\nКонецДокумента\n`
const two = came('500', '900101100001', '1000200') + came('500', '900101100002', '1000201')

test.each<[string, string, string[]]>([
  [
    'two clients over one transit account',
    `${paper(OURS, 'НачальныйОстаток=0')}${two}КонецФайла`,
    ['11-02 in payment 500 1000200', '11-02 in payment 500 1000201'],
  ],
  [
    'alike movements that the turnover counts',
    `${paper(OURS, 'НачальныйОстаток=0\nВсегоПоступило=1000\nКонечныйОстаток=1000')}${came('500', '1', '1000200').repeat(2)}КонецФайла`,
    ['11-02 in payment 500 1000200', '11-02 in payment 500 1000200'],
  ],
  [
    'balances without turnovers that do not agree',
    `${paper(OURS, 'НачальныйОстаток=100\nКонечныйОстаток=50100')}${two}КонецФайла`,
    ['11-02 in payment 500 1000200', '11-02 in payment 500 1000201', '! 2 balance balance'],
  ],
  [
    'no end',
    `${paper(OURS, 'НачальныйОстаток=100')}${came('5', '1', '1000200')}`,
    ['11-02 in payment 5 1000200', '! 15 file unfinished'],
  ],
  [
    'an account of dollars',
    `${paper(OURS, 'Валюта=USD\nНачальныйОстаток=0')}${came('5', '1', '1000200')}КонецФайла`,
    ['11-02 in payment 5 1000200', '! 2 currency currency'],
  ],
  [
    'a transfer between own accounts as one document',
    `${paper(OURS, 'НачальныйОстаток=5000\nВсегоПоступило=0\nВсегоСписано=1000\nКонечныйОстаток=4000')}${paper(OTHER, 'НачальныйОстаток=0\nВсегоПоступило=1000\nВсегоСписано=0\nКонечныйОстаток=1000')}СекцияДокумент=1\nДатаОперации=02.11.2026\nНомерДокумента=7\nСумма=1000\nПлательщикИИК=${OURS}\nПолучательИИК=${OTHER}\nНазначениеПлатежа=Перевод\nКонецДокумента\nКонецФайла`,
    ['11-02 in other 1000'],
  ],
  [
    'a document of no sum',
    `${paper(OURS, 'НачальныйОстаток=0')}${came('0', '1', '1000200')}${came('5', '1', '1000201')}КонецФайла`,
    ['11-02 in payment 5 1000201'],
  ],
  [
    'a purpose that speaks of sums',
    `${paper(OURS, 'НачальныйОстаток=0')}${came('5', '1', '1000200').replace('СуммаПриход=5\n', '').replace('\nКонецДокумента', '\nСумма=100 без НДС\nСумма=5\nКонецДокумента')}КонецФайла`,
    ['11-02 in payment 5 1000200'],
  ],
])('1C with %s: read as it is meant, or told', async (_name, body, lines) => {
  expect(all(await read(Buffer.from(`1CClientBankExchange\n${body}\n`)))).toEqual(lines)
})

test.each<[string, string, string[]]>([
  [
    'a number over two lines and words that go on',
    ':61:261102C100,NTRF//1\n:86:190 Za polis zakaz 1000\n200\n:86:zakaz 1000300\n:62F:C261102KZT100,\n',
    ['11-02 in payment 100 1000300 1000200'],
  ],
  [
    'a closing of another currency',
    ':61:261102C100,NTRF//1\n:62F:C261102USD100,\n',
    ['11-02 in payment 100', '! 5 currency currency'],
  ],
])('MT940 with %s', async (_name, body, lines) => {
  const file = await read(Buffer.from(`:20:A\n:25:${OURS}\n:60F:C261101KZT0,\n${body}`))
  expect(all(file).map((line) => line.split(' ').toSorted().join(' '))).toEqual(
    lines.map((line) => line.split(' ').toSorted().join(' ')),
  )
})

test('what a small file says of itself makes nobody wait: ranges, rings, depth', async () => {
  const cellOf = (place: string) => `<c r="${place}" t="str"><v>02.11.2026</v></c>`
  const ranges = (count: number) =>
    `<mergeCells>${'<mergeCell ref="A2:A1048576"/>'.repeat(count)}</mergeCells></worksheet>`
  const day = sheetOf(
    `<row r="1">${cell('A1', 'Дата')}${cell('B1', 'Дебет')}${cell('C1', 'Кредит')}</row><row r="2">${cellOf('A2')}<c r="C2"><v>5</v></c></row>`,
  )
  // A hundred thousand ranges of a million rows that are not there.
  const many = xlsx(day.replace('</worksheet>', ranges(100_000)))
  expect(short(await read(many))).toEqual(['11-02 payment 5'])
  expect(await whyOf(xlsx(sheetOf('<a>'.repeat(2_000))))).toBe('damaged')

  const ring = Buffer.alloc(1_024)
  ring.write('d0cf11e0a1b11ae1', 0, 'hex')
  ring.writeUInt16LE(9, 30)
  ring.writeUInt16LE(6, 32)
  ring.fill(0xff, 76, 512)
  // The list of sector tables continues in a sector that continues in itself, four billion times.
  ring.writeUInt32LE(0xffff_ffff, 72)
  ring.fill(0xff, 512)
  ring.writeUInt32LE(0, 1_020)
  expect(await whyOf(ring)).toBe('damaged')
})

test('a word without an end is judged as soon as any other', async () => {
  const purpose = 'комисси'.repeat(100_000)
  const { lines } = await read(Buffer.from(`${TABLE}02.11.2026;;100;${purpose};5;\n`))
  expect(lines.length).toBeLessThan(2)
})

test('text that was cut within a letter, papers and replies are no statements', async () => {
  const cut = Buffer.from(`${TABLE}02.11.2026;1;Иванов;;5;заказ`).subarray(0, -1)
  for (const bytes of [cut, Buffer.from('%PDF-1.4\n1 0 obj'), Buffer.from('{"a":1}')])
    expect(await whyOf(bytes)).toBe('no_text')
})

test('a day that is merged over rows of a sheet is the day of each; a row past all is refused', async () => {
  const of = (line: string, day: string, sum: string) =>
    `<row r="${line}">${day}<c r="C${line}"><v>${sum}</v></c></row>`
  const merged = sheetOf(`${head}${of('2', cell('A2', '02.11.2026'), '5')}${of('3', '', '6')}`)
  expect(
    short(
      await read(
        xlsx(
          merged.replace(
            '</worksheet>',
            '<mergeCells><mergeCell ref="A2:A3"/></mergeCells></worksheet>',
          ),
        ),
      ),
    ),
  ).toEqual(['11-02 payment 5', '11-02 payment 6'])
  for (const line of ['99999999999', 'x'])
    expect(await whyOf(xlsx(sheetOf(`${head}${of(line, cell('A2', '02.11.2026'), '5')}`)))).toBe(
      'damaged',
    )
})

test('movements on another sheet under another head are not lost without a word', () => {
  const account = csvTable('Дата;Дебет;Кредит;Назначение\n02.11.2026;;10,00;Оплата\n')
  const register = csvTable(
    'Дата операции;RRN;Тип операции;Сумма операции;Комиссия\n23.11.2026;1;Покупка;100,00;0\n',
  )
  const about = csvTable('Банк;Счёт\nДемо;KZ68601TEST000000001\n')
  const whyNot = (tables: Parameters<typeof recogniseTables>[0]) => {
    try {
      return recogniseTables(tables, null).known
    } catch (error) {
      return error instanceof UnreadableFile ? error.why : error
    }
  }
  expect(whyNot([account, { ...register, name: 'B' }])).toBe('sheets')
  expect(whyNot([{ ...register, name: 'B' }, account])).toBe('sheets')
  expect(whyNot([account, { ...about, name: 'B' }])).toBe(true)
})

test('a statement on several sheets is refused, unless nobody sees the others', async () => {
  const rows = (name: string) => ({
    name,
    rows: [
      { line: 1, cells: ['Дата', 'Дебет', 'Кредит'] },
      { line: 2, cells: ['02.11.2026', '', 5] },
    ],
  })
  // The message names the sheets and what to do with them.
  expect(() => recogniseTables([rows('Октябрь'), rows('Ноябрь')], null)).toThrow(
    expect.objectContaining({ why: 'sheets', sheets: ['Октябрь', 'Ноябрь'] }),
  )
  expect(recogniseTables([rows('Ноябрь')], null).known).toBe(true)
})

test('a sheet that is hidden in an old spreadsheet is not read', async () => {
  const bytes = Buffer.from(sample('two-row-head.xls'))
  const name = bytes.indexOf(Buffer.from('Выписка', 'utf16le'))
  bytes[name - 4] = 1
  expect((await recognised(bytes)).known).toBe(false)
})
