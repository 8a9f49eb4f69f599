import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { entryKinds, entryOf } from '#domain/books/entries.ts'
import { accounts, postingKinds } from '#domain/contract/posting.ts'
import { wayNames } from '#domain/payment-ways.ts'
import { recogniseText } from '#domain/statements/recognise.ts'
import { accountant, HEAD, twoSales } from '#tests/accounting.ts'
import { account as accountOf, signedIn } from '#tests/client.ts'
import { clockTo } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'
import { faultsOf, type MonthFiles } from '../../../scripts/prove-month.ts'
import { invoiceFaults } from './invoices.ts'

const at = sharedTestApp()
const month = '2026-11'
let token = ''
let other = ''
const second = { iin: '880808399905', phone: '77010000556' }
const account = 'KZ68601TEST000000001'
const DALA = '351240000020'
/** A bank's file: an acquirer paid, the bank charged a fee, a premium went to an insurer. */
const bank = `1CClientBankExchange
ВерсияФормата=2.00
РасчСчет=${account}
СекцияРасчСчет
РасчСчет=${account}
НачальныйОстаток=0
ВсегоПоступило=20000
ВсегоСписано=5150.35
КонечныйОстаток=14849.65
КонецРасчСчет
${[
  [
    'СуммаПриход=20000',
    'KP-1',
    'АО "KASPI BANK"',
    '971240001315',
    'Перечисление по операциям Kaspi Pay',
  ],
  ['СуммаРасход=150.35', 'F-1', 'АО "Банк"', '351240000030', 'Комиссия за ведение счета'],
  ['СуммаРасход=5000', '214', 'АО "Дала"', DALA, 'Страховые премии по реестру № 31'],
]
  .map(
    ([sum, number, name, bin, purpose]) => `СекцияДокумент=Выписка
ДатаОперации=20.11.2026
${sum}
НомерДокумента=${number}
${sum?.startsWith('СуммаПриход') ? 'Плательщик' : 'Получатель'}Наименование=${name}
${sum?.startsWith('СуммаПриход') ? 'Плательщик' : 'Получатель'}БИН_ИИН=${bin}
НазначениеПлатежа=${purpose}
Валюта=KZT
КонецДокумента`,
  )
  .join('\n')}
КонецФайла
`

const told = async () => {
  const { body } = await at().api('reportOut', { month }, token)
  if (!body.success) throw new Error(body.message)
  return body.data
}
const fileOf = async (file: string) => {
  const path = `/api/reports/outFile?month=${month}&file=${file}`
  const answer = await fetch(`${at().url}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const said = answer.headers.get('content-disposition') ?? ''
  const [, name = ''] = /filename="([^"]+)"/.exec(said) ?? []
  return { name, body: Buffer.from(await answer.arrayBuffer()) }
}
/** One accountant proposes, another signs. */
async function byTwo(party: { code: string; facts: Record<string, string> }) {
  const { body } = await at().api('reportSetParty', party, token)
  expect(body).toEqual({ success: true, data: { waits: true } })
  const id = (await told()).parties.find(({ code }) => code === party.code)?.waiting?.id ?? ''
  expect((await at().api('reportSignParty', { id }, other)).body).toEqual({ success: true })
}
const lacking = async (name: string) =>
  (await told()).files.find(({ file }) => file === name)?.missing ?? []

beforeAll(async () => {
  const sales = await twoSales(at())
  token = sales.token
  await accountOf(at(), second, { role: 'accountant' })
  other = await signedIn(at(), second)
  const bill = HEAD + `2026-11-20;payment;${sales.orderId}-1;1;${sales.amount};163,96\n`
  await at().api(
    'reportImportStatement',
    { system: 'mobile_bank', fileName: 'bank.csv', content: bill },
    token,
  )
  await at().api(
    'reportImportStatement',
    { system: 'account', fileName: 'account.txt', content: bank },
    token,
  )
})

test('every line the ledger may hold has an entry, and every entry a row of accounts', async () => {
  const possible = await at().db.selectFrom('chart_rows').select('entry').execute()
  expect(possible.map(({ entry }) => entry).sort()).toEqual([...entryKinds].sort())
  const entered = new Set<string>()
  for (const kind of postingKinds)
    for (const debit of accounts)
      for (const credit of accounts) {
        // Whatever the database admits has an entry.
        try {
          entered.add(entryOf({ kind, debit, credit }).kind)
        } catch {}
      }
  const ofLedger = entryKinds.filter(
    (kind) =>
      !/^(register_fee|account_fee|to_account|unknown_money|passed_on|promoter_pay|vat)$/.test(
        kind,
      ),
  )
  expect([...entered].sort()).toEqual([...ofLedger].sort())
})

test('the ledger lets in exactly the kinds and accounts there are', async () => {
  const { rows } = await sql<{ said: string }>`
    select pg_get_constraintdef(oid) as said from pg_constraint
    where conrelid = 'ledger'::regclass and conname in ('ledger_kind_check', 'ledger_accounts')`.execute(
    at().db,
  )
  const named = new Set(rows.flatMap(({ said }) => said.match(/(?<=')[a-z_]+(?=')/g) ?? []))
  const ways = new Set<string>(wayNames) // is_payment_way lists them; its test is beside the ways
  const known = [...postingKinds, ...accounts].filter((name) => !ways.has(name))
  expect([...named].sort()).toEqual([...new Set(known)].sort())
})

test('what is missing is told by file, and nothing is made without it', async () => {
  expect(await lacking('entries')).toEqual(
    expect.arrayContaining([
      { what: 'party', party: 'dala', fields: ['name', 'bin'] },
      { what: 'party', party: 'way-mobile_bank', fields: ['name', 'bin'] },
      { what: 'vat' },
    ]),
  )
  const code = async (file: string) => JSON.parse((await fileOf(file)).body.toString()).code
  expect(await code('entries')).toBe(14132)
  expect(await code('invoices')).toBe(14132)
  expect(await code('orders')).toBe(14131)
})

test('accounts, counterparties and the tax are said with what is wrong told by its field', async () => {
  const wrong = async (...[name, body]: Parameters<ReturnType<typeof at>['api']>) =>
    (await at().api(name, body, token)).body
  expect(
    await wrong('reportSetChart', { entry: 'vat', debit: '60', credit: '3130' }),
  ).toMatchObject({
    errors: [{ path: 'debit' }],
  })
  expect(
    await wrong('reportSetParty', {
      code: 'dala',
      facts: { bin: '123', iban: 'KZ00', kbe: '99', contractDay: '2026-02-31' },
    }),
  ).toMatchObject({
    errors: [
      { path: 'facts.bin' },
      { path: 'facts.iban' },
      { path: 'facts.kbe' },
      { path: 'facts.contractDay' },
    ],
  })
  expect(
    await wrong('reportSetVat', { kind: 'payer', from: '2026-01-01', source: 'x' }),
  ).toMatchObject({ errors: [{ path: 'percent' }] })
  expect(await wrong('reportSetParty', { code: 'nobody', facts: {} })).toMatchObject({
    success: false,
  })
  const say = async (...[name, body]: Parameters<ReturnType<typeof at>['api']>) =>
    expect((await at().api(name, body, token)).body).toEqual({ success: true })
  const bankOf = { iban: account, bank: 'АО «Банк»', bic: 'HSBKKZKX', kbe: '15' }
  await byTwo({ code: 'own', facts: { ...bankOf, signer: 'Тестова Айгерім' } })
  await byTwo({
    code: 'dala',
    facts: {
      name: 'АО «Дала»',
      bin: DALA,
      address: 'Алматы, 1',
      contract: '7-Б & К',
      ...bankOf,
      iban: 'KZ14601TEST000000003',
      knp: '119',
      contractDay: '2026-01-12',
    },
  })
  await byTwo({
    code: 'way-mobile_bank',
    facts: { name: 'АО «Банк»', bin: '351240000030' },
  })
  await say('reportSetVat', { kind: 'payer', percent: 16, from: '2026-01-01', source: 'НК РК' })
  expect(await lacking('entries')).toEqual([])
  // A missing account is reported; its line is not omitted silently.
  await at().db.deleteFrom('chart_rows').where('entry', '=', 'register_fee').execute()
  expect(await lacking('entries')).toEqual([{ what: 'accounts', entry: 'register_fee' }])
  await say('reportSetChart', { entry: 'register_fee', debit: '7210', credit: '1020.1' })
  expect(await lacking('entries')).toEqual([])
  expect((await told()).chart.find(({ entry }) => entry === 'register_fee')).toMatchObject({
    debit: '7210',
    credit: '1020.1',
    sample: false,
  })
})

test('where a month’s premiums are paid is changed by two people, and no order is made meanwhile', async () => {
  const set = async (facts: Record<string, string>) =>
    (await at().api('reportSetParty', { code: 'dala', facts }, token)).body
  const dala = async () => {
    const row = (await told()).parties.find(({ code }) => code === 'dala')
    if (!row) throw new Error('the insurer is not among the parties')
    return row
  }
  const [was, now] = ['KZ14601TEST000000003', 'KZ41601TEST000000002']
  // A field that directs no money takes effect at once.
  expect(await set({ address: 'Алматы, 2' })).toEqual({ success: true, data: { waits: false } })
  expect(await dala()).toMatchObject({ facts: { address: 'Алматы, 2', iban: was }, waiting: null })

  expect(await set({ iban: now, address: 'Алматы, 1' })).toMatchObject({ data: { waits: true } })
  const { facts, waiting } = await dala()
  expect(facts).toMatchObject({ iban: was, address: 'Алматы, 1' })
  expect(waiting).toMatchObject({ mine: true, changes: [{ field: 'iban', was, now }] })
  expect(await lacking('orders')).toEqual([{ what: 'party_waits', party: 'dala' }])
  expect(JSON.parse((await fileOf('orders')).body.toString()).code).toBe(14131)
  expect(await set({ bank: 'АО «Другой»' })).toMatchObject({ code: 14085 })
  const id = waiting?.id ?? ''
  expect((await at().api('reportSignParty', { id }, token)).body).toMatchObject({ code: 14063 })

  // After a refusal nothing has changed; requested again and signed, the orders have the new
  // account.
  await at().api('reportWithdrawParty', { id }, other)
  expect(await dala()).toMatchObject({ facts: { iban: was }, waiting: null })
  expect((await at().api('reportSignParty', { id }, other)).body).toMatchObject({ code: 14060 })
  await byTwo({ code: 'dala', facts: { iban: now } })
  expect(await dala()).toMatchObject({ facts: { iban: now }, signed: { by: { length: 2 } } })
  expect((await fileOf('orders')).body.toString()).toContain(`ПолучательИИК=${now}\r\n`)
  const audited = await at()
    .db.selectFrom('audit')
    .select(['action', 'details'])
    .where('action', 'like', 'books.party_%')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(audited).toMatchObject({
    action: 'books.party_signed',
    details: { party: 'dala', iban: '…0003 → …0002' },
  })
  expect(JSON.stringify(audited)).not.toContain(now)
})

const files = async (): Promise<MonthFiles> => ({
  entries: (await fileOf('entries')).body.toString(),
  turnovers: (await fileOf('turnovers')).body.toString(),
  acts: (await fileOf('acts')).body.toString(),
  orders: (await fileOf('orders')).body.toString(),
})

test('files of an open month are preliminary, and agree by themselves to the tiyn', async () => {
  spec('2.2.orders-report-statement-per')
  const { name, body } = await fileOf('entries')
  expect(name).toBe('qorgan-1c-entries-2026-11-preliminary.csv')
  const lines = body.toString().trim().split('\r\n')
  expect(lines.slice(1).every((line) => line.endsWith('предварительно'))).toBe(true)
  const shown = lines.slice(1).map((line) => line.split(';'))
  const sums = (operation: string) =>
    shown.filter((cells) => cells[2] === operation).map((cells) => cells[9])
  expect(sums('Комиссия эквайера')).toEqual(['163,96'])
  expect(sums('Комиссия банка, списанная со счёта')).toEqual(['150,35'])
  expect(sums('Премия перечислена компании')).toEqual(['5000,00'])
  expect(sums('Деньги от эквайера поступили на счёт')).toEqual(['20000,00'])
  const made = await files()
  expect(faultsOf(made)).toEqual([])
  const { data } = await told().then((all) => ({ data: all }))
  const all = (side: 'debit' | 'credit') =>
    Math.round(data.turnovers.reduce((sum, one) => sum + one[side], 0) * 100)
  expect(all('debit')).toBe(all('credit'))
  // The check finds the fault: one entry lost, one sum changed.
  expect(faultsOf({ ...made, entries: lines.slice(0, -1).join('\r\n') })).not.toEqual([])
  expect(
    faultsOf({ ...made, acts: (made.acts ?? '').replace(/;(\d+),00;/, ';1,00;') }),
  ).not.toEqual([])
  // No client of ours is named.
  expect(body.toString()).not.toContain('850315399904')
})

test('what stood when the books began is part of the turnovers, and goes on into the next month', async () => {
  const { db } = at()
  const begun = { month: '2026-10', source: 'ОСВ', ours: 0, state: 'signed' }
  const { id } = await db
    .insertInto('books_starts')
    .values({ ...begun, asked_at: new Date(), decided_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('opening_balances')
    .values([
      { start_id: id, kind: 'account', subject: account, amount: 900_000 },
      { start_id: id, kind: 'waiting', subject: 'mobile_bank', amount: 40_000 },
      { start_id: id, kind: 'debt', subject: 'dala', amount: 700_000 },
      { start_id: id, kind: 'refunds', subject: 'clients', amount: 10_000 },
    ])
    .execute()
  const { turnovers, rest } = await told()
  const on = (number: string) => turnovers.find((one) => one.account === number)
  expect(on('1030')).toMatchObject({ opening: 900_000, closing: 900_000 + 20_000 - 5_150.35 })
  expect(on('1020')).toMatchObject({ opening: 40_000 })
  expect(on('3390')).toMatchObject({ opening: -710_000 })
  expect(rest).toBe(-230_000)
  const made = await files()
  expect(faultsOf(made)).toEqual([])
  expect(made.turnovers).toContain('1030;900000,00;0,00;')
  expect(made.turnovers).toContain('Остаток брокера;0,00;230000,00;0,00;0,00;0,00;230000,00;')
  // A balance changed only in the file is found.
  expect(
    faultsOf({ ...made, turnovers: (made.turnovers ?? '').replace('900000,00', '900001,00') }),
  ).not.toEqual([])
  // A month before the books has no opening balance; a later one has everything since.
  await db.updateTable('books_starts').set({ month: '2026-12' }).where('id', '=', id).execute()
  expect((await told()).turnovers.every(({ opening }) => opening === 0)).toBe(true)
  await db.updateTable('books_starts').set({ month: '2026-10' }).where('id', '=', id).execute()
  const { order_id } = await db
    .selectFrom('ledger')
    .select('order_id')
    .where('kind', '=', 'commission')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('ledger')
    .values({
      key: 'commission:of-october',
      contract_id: order_id,
      order_id,
      kind: 'commission',
      debit: 'insurer',
      credit: 'commission',
      amount: 1_160,
      at: new Date('2026-10-20T06:00:00Z'),
    })
    .execute()
  // Of it sixteen per cent were within.
  const later = (await told()).turnovers.find((one) => one.account === '6010')
  expect(later?.opening).toBe(-1_000)
})

test('payment orders are in the form 1C exchanges with banks', async () => {
  const orders = (await fileOf('orders')).body.toString()
  expect(orders).toContain(`ПолучательБИН_ИИН=${DALA}\r\n`)
  expect(orders).toContain('КодНазначенияПлатежа=119\r\n')
  expect(orders).toContain('(предварительно)')
  // Our own reader recognises it as orders, not a statement.
  const read = recogniseText(orders, null)
  expect(read.known && read.file.errors.map(({ why }) => why)).toEqual(['orders'])
})

test('an invoice is of the public form, and wants an act', async () => {
  expect(await lacking('invoices')).toEqual([{ what: 'act', party: 'dala' }])
  expect(invoiceFaults(readFileSync('tests/statements/out-esf-invoicev2.xml', 'utf8'))).toEqual([])
  const sample = readFileSync('tests/statements/out-esf-invoicev2.xml', 'utf8')
  for (const [from, to] of [
    ['<num>31</num>', ''],
    ['<tin>351240000020</tin>', '<tin>35124</tin>'],
    ['<ndsAmount>16000.00</ndsAmount>', '<ndsAmount>15000.00</ndsAmount>'],
    ['05.11.2026', '2026-11-05'],
    ['<quantity>1</quantity>', '<more>1</more><quantity>1</quantity>'],
    ['</invoiceSet>', ''],
  ] as const)
    expect(invoiceFaults(sample.replace(from, to)), from).not.toEqual([])
})

test('a closed month gives the same bytes for good, whatever is said later', async () => {
  await clockTo(at(), '2026-12-02T06:00:00Z')
  token = await signedIn(at(), accountant)
  const [act] = (await told()).acts
  const { id } = await at()
    .db.selectFrom('accounts')
    .select('id')
    .where('role', '=', 'accountant')
    .executeTakeFirstOrThrow()
  await at()
    .db.insertInto('insurer_acts')
    .values({
      month,
      insurer_code: 'dala',
      amount: act?.toPassOn ?? 0,
      number: '11/2',
      recorded_at: new Date('2026-12-01T04:00:00Z'),
      recorded_by: id,
    })
    .execute()
  await at()
    .db.insertInto('closed_periods')
    .values({
      month,
      figures: '[]',
      closed_at: new Date('2026-12-01T05:00:00Z'),
      closed_by: id,
    })
    .execute()
  // Closed and not published yet: values set by then stay, unset ones take the first value set
  // later.
  const enteredBy = async (of: string) => {
    const found = (await told()).entries.find(({ entry }) => entry === of)
    return [found?.debit, found?.credit]
  }
  const said = (
    entry: 'register_fee' | 'commission' | 'account_fee',
    debit: string,
    credit: string,
  ) => at().api('reportSetChart', { entry, debit, credit }, token)
  await said('register_fee', '7310', '1030')
  expect(await enteredBy('register_fee')).toEqual(['7210', '1020.1'])
  await said('commission', '3390', '6011')
  await said('commission', '1290', '6012')
  expect(await enteredBy('commission')).toEqual(['3390', '6011'])
  const first = await fileOf('entries')
  expect(first.name).toBe('qorgan-1c-entries-2026-11.csv')
  const invoices = await fileOf('invoices')
  expect(invoiceFaults(invoices.body.toString())).toEqual([])
  expect(invoices.body.toString()).toContain('<contractNum>7-Б &amp; К</contractNum>')
  expect(faultsOf({ ...(await files()), invoices: invoices.body.toString() })).toEqual([])
  await at().api('reportSetChart', { entry: 'commission', debit: '1210', credit: '6010' }, token)
  await clockTo(at(), '2026-12-02T06:05:00Z')
  expect((await fileOf('entries')).body.equals(first.body)).toBe(true)
  // Nor does the screen show accounts other than those published.
  const fee = await enteredBy('account_fee')
  await said('account_fee', '7311', '1031')
  expect(await enteredBy('account_fee')).toEqual(fee)
  // A file not requested before agrees with it: all were made at once.
  expect(faultsOf(await files())).toEqual([])
  expect((await fileOf('invoices')).body.equals(invoices.body)).toBe(true)
  const audited = await at()
    .db.selectFrom('audit')
    .select('action')
    .where('action', '=', 'books.given_out')
    .execute()
  expect(audited.length).toBeGreaterThan(0)

  // The tax of a closed month stays, and the next month opens with the published balances.
  const vat = { kind: 'payer', percent: 12, source: 'НК РК' } as const
  expect(
    (await at().api('reportSetVat', { ...vat, from: '2026-11-30' }, token)).body,
  ).toMatchObject({ errors: [{ path: 'from' }] })
  expect((await at().api('reportSetVat', { ...vat, from: '2026-12-01' }, token)).body).toEqual({
    success: true,
  })
  await at().api('reportSetChart', { entry: 'commission', debit: '1280', credit: '6090' }, token)
  const given = (await fileOf('turnovers')).body.toString()
  const [, debit, credit] = /^6011;(?:[\d,]+;){4}([\d,]+);([\d,]+);/m.exec(given) ?? []
  const kept = Number(debit?.replace(',', '.')) - Number(credit?.replace(',', '.'))
  const { body } = await at().api('reportOut', { month: '2026-12' }, token)
  if (!body.success) throw new Error(body.message)
  const next = body.data.turnovers.find((one) => one.account === '6011')
  expect(kept).toBeLessThan(0)
  expect(next?.opening).toBe(kept)
  expect(body.data.turnovers.find((one) => one.account === '6090')).toBeUndefined()
})
