import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { numericDay } from '#domain/calendar.ts'
import { recogniseText, textIn } from '#domain/statements/recognise.ts'
import { statementFiles } from '#sandbox/statements.ts'
import type { Invoice } from '#systems/bank/sandbox.ts'
import { accountant, twoSales } from '#tests/accounting.ts'
import { account, signedIn } from '#tests/client.ts'
import { manyOrders } from '#tests/many-orders.ts'
import { clockTo } from '#tests/sale.ts'
import { testApp } from '#tests/test-app.ts'
import { faultsOf, type MonthFiles } from '../../scripts/prove-month.ts'
import { readSpreadsheet } from '../sheets/read-spreadsheet.ts'

/** A whole month of an accountant, from the bank's files to the closed books. */

const SALES = process.env.FULL_TESTS === 'on' ? 3_000 : 240
/**
 * Payments whose lines have no number of ours: with one for no order, two made twice and one
 * disputed, forty differences.
 */
const UNNAMED = 36
/** One of so many is paid by card. */
const BY_CARD = 10
const MONTH = { month: '2026-10' }
const DAYS = { from: '2026-10-01', to: '2026-10-31' }
const second = { iin: '780915399906', phone: '77010000904' }

test('a month of many sales and forty differences is closed from the bank’s files, and its files agree to the tiyn', async () => {
  const at = await testApp()
  const { lateId } = await twoSales(at)
  const client = new pg.Client({ connectionString: at.databaseUrl })
  await client.connect()
  await manyOrders(client, SALES, {
    from: '2026-10-01T00:30:00+05:00',
    days: 30,
    sound: true,
    card: BY_CARD,
  })
  // One contract of the month was terminated, and a part of its premium went back.
  const { rows: ended } = await client.query<{ id: string }>(
    `select id from payment_attempts where order_id like 'T%' and system = 'mobile_bank' order by created_at, id offset 5 limit 1`,
  )
  const [gone] = ended
  if (!gone) throw new Error('no sale')
  const BACK = 9_001
  await client.query(
    `insert into refunds (id, contract_id, order_id, attempt_id, amount, reason, state, outside_id, created_at, done_at)
     select 'R-' || id, order_id, order_id, id, ${BACK}, 'terminated', 'done', '900001', created_at, created_at
     from payment_attempts where id = $1`,
    [gone.id],
  )
  await client.query(
    `insert into ledger (key, contract_id, order_id, attempt_id, kind, debit, credit, amount, at)
     select kind || ':R-' || id, order_id, order_id, id, kind, debit, credit, ${BACK}, created_at
     from payment_attempts, (values ('returned', 'insurer', 'client'), ('refund_due', 'client', 'refunds'),
       ('refund', 'refunds', 'mobile_bank')) as posting (kind, debit, credit)
     where id = $1`,
    [gone.id],
  )
  type Paid = { id: string; amount: number; at: Date; system: string }
  const { rows: paid } = await client.query<Paid>(
    `select id, amount, created_at as at, system from payment_attempts where order_id like 'T%' order by created_at, id`,
  )
  await client.end()

  // The banks have the same payments; of some they say neither our number nor the one they gave us.
  await clockTo(at, '2026-11-25T06:00:00Z')
  const step = Math.floor(paid.length / UNNAMED)
  const isUnnamed = (n: number) => n % step === 3 && n / step < UNNAMED
  const byCard = paid.flatMap(({ id, amount, at: when, system }, n) =>
    system === 'card' ? [{ id: isUnnamed(n) ? '' : id, amount, when, n }] : [],
  )
  const bills = at.sandbox.world.store<Invoice>('bank.invoices')
  // A payment to the broker for no order of ours.
  bills.set('99001', {
    id: '99001',
    phone: '77010000009',
    amount: 1_234,
    comment: 'за услуги',
    createdAt: '2026-10-14T08:00:00Z',
    paidAt: '2026-10-14T08:00:00Z',
    state: 'paid',
    refunds: [],
  })
  for (const [n, { id, amount, at: when, system }] of paid.entries()) {
    if (system !== 'mobile_bank') continue
    const bill: Invoice = {
      id: isUnnamed(n) ? `88${n}` : id.slice(0, -2),
      phone: '77010000001',
      amount,
      comment: isUnnamed(n) ? '' : `Qorgan ${id}`,
      createdAt: when.toISOString(),
      paidAt: when.toISOString(),
      state: 'paid',
      refunds: id === gone.id ? [{ id: '900001', amount: BACK, at: when.toISOString() }] : [],
    }
    bills.set(bill.id, bill)
  }
  await account(at, second, { role: 'accountant' })
  const [first, other] = [await signedIn(at, accountant), await signedIn(at, second)]
  let acts = 0
  const does: typeof at.api = async (name, body, token) => {
    acts += 1
    let answer = await at.api(name, body, token, 'ru')
    // A busy database cancels what it cannot lock in time; the browser sends it again, too.
    while (!answer.body.success && answer.body.error === 'comes_back')
      answer = await at.api(name, body, token, 'ru')
    if (!answer.body.success) throw new Error(`${name}: ${JSON.stringify(answer.body)}`)
    return answer
  }

  // 1. Two people set the start of the books.
  const begun = await does(
    'reportProposeStart',
    {
      ...MONTH,
      source: 'ОСВ, 30.09.2026',
      ours: 500,
      balances: [{ kind: 'account', subject: 'KZ68601TEST000000001', amount: 500 }],
    },
    first,
  )
  await does('reportSignStart', { id: begun.body.success ? begun.body.data.id : '' }, other)

  // 2. The bank's files; one of them by mistake under a wrong system, and taken back.
  const banks = statementFiles(at.sandbox.world, MONTH.month)
  const take = (n: number, system: 'mobile_bank' | 'account' | 'card') => {
    const { name: fileName = '', bytes = Buffer.from('') } = banks[n] ?? {}
    return does(
      'reportImportStatement',
      { system, fileName, file: bytes.toString('base64') },
      first,
    )
  }
  const wrong = await take(0, 'card')
  await does(
    'reportWithdrawStatement',
    { id: wrong.body.success ? wrong.body.data.id : '', reason: 'чужая система' },
    first,
  )
  for (const n of [0, 1]) await take(n, 'mobile_bank')
  await take(3, 'account')
  await does(
    'reportImportStatement',
    { system: 'card', fileName: 'acquirer.csv', file: acquirerFile(byCard).toString('base64') },
    first,
  )
  const months = async () => {
    const { body } = await at.api('reportPeriods', {}, first)
    if (!body.success || !body.data.next) throw new Error('there is no month to close')
    return body.data.next
  }
  const open = async () => (await months()).checks.filter(({ ok }) => !ok).map(({ check }) => check)
  // The day that the registers leave out is missing until its own file is there.
  expect(await open()).toContain('statements')
  await take(2, 'mobile_bank')
  expect(await open()).not.toContain('statements')

  // 3. Differences: certain matches are linked at once, the rest accepted with a note.
  const found = async () => {
    const { body } = await at.api(
      'reportReconciliation',
      { ...DAYS, kind: 'statement_unmatched' },
      first,
    )
    if (!body.success) throw new Error(body.message)
    return body.data.exceptions.filter(({ kind }) => kind === 'statement_unmatched')
  }
  const differences = await found()
  expect(differences).toHaveLength(UNNAMED + 4)
  const verdicts = new Set(differences.map(({ line }) => line?.verdict))
  expect(verdicts).toEqual(new Set(['unknown', 'repeated', 'chargeback']))
  const likely = differences.filter(({ likely: means }) => means)
  expect(likely.length).toBeGreaterThan(UNNAMED - 6)
  const settle = (how: 'linked' | 'accepted', rows: typeof differences) =>
    does(
      'reportSettleMany',
      {
        ...DAYS,
        how,
        note: how === 'linked' ? '' : 'по выписке банка',
        differences: rows.map(({ kind, key, likely: means }) => ({
          kind,
          key,
          ...(how === 'linked' && means ? { linked: means.id } : {}),
        })),
      },
      first,
    )
  await settle('linked', likely)
  await settle('accepted', await found())
  const lacking = async () => {
    const { body } = await at.api(
      'reportReconciliation',
      { ...DAYS, kind: 'not_in_statement' },
      first,
    )
    if (!body.success) throw new Error(body.message)
    return body.data.exceptions.filter(({ kind }) => kind === 'not_in_statement')
  }
  if ((await lacking()).length > 0) await settle('accepted', await lacking())
  expect(await found()).toEqual([])

  // 4. Acts of insurers, both signatures, our papers for them.
  for (const { insurer, ours } of (await months()).acts)
    await does(
      'reportRecordAct',
      { ...MONTH, insurer, amount: ours, number: `10/${insurer}` },
      first,
    )
  expect(await open()).toEqual([])
  await does('reportPreparePeriod', MONTH, first)
  await does('reportClosePeriod', MONTH, other)
  const papers: string[] = []
  for (const { insurer } of (await closed()).figures.filter((row) => row.insurer)) {
    const paper = { ...MONTH, insurer, kind: 'services' as const, language: 'ru' as const }
    const made = await does('reportPreparePaper', paper, first)
    const id = made.body.success ? made.body.data.id : ''
    await does('reportSignPaper', { id }, other)
    papers.push(id)
  }
  async function closed() {
    const { body } = await at.api('reportMonth', MONTH, first)
    if (!body.success) throw new Error(body.message)
    return body.data
  }
  expect((await closed()).state).toBe('closed')
  expect(acts).toBeLessThanOrEqual(40)

  // After so many new rows the database analyzes by itself some minutes later.
  await sql`analyze`.execute(at.db)
  // 5. The files for 1C and the bank's: the check reads nothing else.
  for (const code of ['dala', 'tobyl', 'alatau', 'way-mobile_bank', 'way-card', 'own'])
    await does(
      'reportSetParty',
      {
        code,
        facts: {
          name: `АО «${code}»`,
          bin: '351240000020',
          iban: 'KZ68601TEST000000001',
          bank: 'АО «Ертіс Банк»',
          bic: 'ERTSKZKA',
          kbe: '15',
          knp: '119',
          signer: 'Ермекова Жанар',
          address: 'Алматы, 1',
          contract: '7',
          contractDay: '2026-01-12',
        },
      },
      first,
    )
  for (const { waiting } of (await out()).parties)
    if (waiting) await does('reportSignParty', { id: waiting.id }, other)
  async function out() {
    const { body } = await at.api('reportOut', MONTH, first)
    if (!body.success) throw new Error(body.message)
    return body.data
  }
  await at.api(
    'reportSetVat',
    { kind: 'payer', percent: 16, from: '2026-01-01', source: 'НК' },
    first,
  )
  const fileOf = async (path: string, name: string) => {
    const answer = await fetch(`${at.url}/api/reports/${path}`, {
      headers: { authorization: `Bearer ${first}`, 'accept-language': 'ru' },
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(answer.headers.get('content-disposition') ?? '', bytes.toString()).toContain(name)
    return bytes
  }
  const outOf = async (file: string) =>
    (await fileOf(`outFile?month=2026-10&file=${file}`, 'qorgan-1c-')).toString()
  const reportOf = async (report: string) =>
    (
      await fileOf(`${report}?from=${DAYS.from}&to=${DAYS.to}&format=csv`, `qorgan-${report}-`)
    ).toString()
  const files: MonthFiles = {
    entries: await outOf('entries'),
    turnovers: await outOf('turnovers'),
    acts: await outOf('acts'),
    orders: await outOf('orders'),
    invoices: await outOf('invoices'),
    insurers: await reportOf('insurers'),
    movements: await reportOf('movements'),
    report: await reportOf('orders'),
    papers: (
      await Promise.all(
        papers.map(async (id) =>
          readSpreadsheet(await fileOf(`paperFile?id=${id}&format=xlsx`, 'qorgan-movements-')),
        ),
      )
    ).flatMap((tables) => tables?.slice(0, 1) ?? []),
  }
  const statements = [...banks.map(({ bytes }) => bytes), acquirerFile(byCard)].map((bytes) => {
    const read = recogniseText(textIn(bytes), null)
    if (!read.known) throw new Error('unknown')
    return read.file
  })
  expect(faultsOf(files, statements)).toEqual([])
  // The files alone reveal a missing bank day, row or act.
  expect(faultsOf(files, statements.slice(1))).not.toEqual([])
  expect(faultsOf(files, statements.slice(0, -1))).not.toEqual([])
  for (const name of ['insurers', 'movements', 'report'] as const) {
    const rows = (files[name] ?? '').split('\r\n')
    const at = Math.min(20, rows.length - 2)
    const lost = [...rows.slice(0, at), ...rows.slice(at + 1)].join('\r\n')
    expect(faultsOf({ ...files, [name]: lost }, statements), name).not.toEqual([])
  }
  expect(faultsOf({ ...files, papers: files.papers?.slice(1) ?? [] })).not.toEqual([])
  expect(lateId).toBeTruthy()
})

type Charged = { id: string; amount: number; when: Date; n: number }

/** The acquirer's register: times of UTC, fees in tiyn below nothing, letters of two bytes. */
function acquirerFile(rows: readonly Charged[]): Buffer {
  const head = 'Дата транзакции (UTC);Тип операции;Заказ магазина;RRN;Сумма транзакции;Комиссия'
  const lines = rows.map(({ id, amount, when, n }) => {
    const at = when.toISOString()
    const fee = (Math.round(amount * 2.35) / 100).toFixed(2).replace('.', ',')
    return `${numericDay(at.slice(0, 10))} ${at.slice(11, 19)};Покупка;${id};7000${n};${amount},00;-${fee}`
  })
  return Buffer.from(`\uFEFF${[head, ...lines].join('\r\n')}\r\n`, 'utf16le')
}
