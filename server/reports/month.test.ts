import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { recogniseText, textIn } from '#domain/statements/recognise.ts'
import { statementFiles } from '#sandbox/statements.ts'
import type { Invoice } from '#systems/bank/sandbox.ts'
import { accountant, twoSales } from '#tests/accounting.ts'
import { account, signedIn } from '#tests/client.ts'
import { manyOrders } from '#tests/many-orders.ts'
import { clockTo } from '#tests/sale.ts'
import { testApp } from '#tests/test-app.ts'
import { faultsOf, type MonthFiles } from '../../scripts/prove-month.ts'

/** A whole month of an accountant, from the bank's files to the closed books. */

const SALES = process.env.FULL_TESTS === 'on' ? 3_000 : 240
/** Payments whose lines bear no number of ours: with what the bank itself has, forty differences. */
const UNNAMED = 36
const MONTH = { month: '2026-10' }
const DAYS = { from: '2026-10-01', to: '2026-10-31' }
const second = { iin: '780915399906', phone: '77010000904' }

test('a month of many sales and forty differences is closed from the bank’s files, and its files agree to the tiyn', async () => {
  const at = await testApp()
  const { lateId } = await twoSales(at)
  const client = new pg.Client({ connectionString: at.databaseUrl })
  await client.connect()
  await manyOrders(client, SALES, { from: '2026-10-01T00:30:00+05:00', days: 30, sound: true })
  // One contract of the month was ended, and a part of its premium went back to its client.
  const { rows: ended } = await client.query<{ id: string }>(
    `select id from payment_attempts where order_id like 'T%' order by created_at, id offset 5 limit 1`,
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
  const { rows: paid } = await client.query<{ id: string; amount: number; at: Date }>(
    `select id, amount, created_at as at from payment_attempts where order_id like 'T%' order by created_at, id`,
  )
  await client.end()

  // The bank has the same payments; of some it says neither our number nor the one it gave us.
  await clockTo(at, '2026-11-25T06:00:00Z')
  const step = Math.floor(paid.length / UNNAMED)
  const isUnnamed = (n: number) => n % step === 3 && n / step < UNNAMED
  for (const [n, { id, amount, at: when }] of paid.entries()) {
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
    at.sandbox.world.store<Invoice>('bank.invoices').set(bill.id, bill)
  }
  await account(at, second, { role: 'accountant' })
  const [first, other] = [await signedIn(at, accountant), await signedIn(at, second)]
  let acts = 0
  const does: typeof at.api = async (name, body, token) => {
    acts += 1
    const answer = await at.api(name, body, token, 'ru')
    if (!answer.body.success) throw new Error(`${name}: ${JSON.stringify(answer.body)}`)
    return answer
  }

  // 1. Where the books begin, by two.
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

  // 3. Differences: what surely means a payment is linked at once, the rest accepted with one word.
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
  expect(differences.length).toBeGreaterThanOrEqual(UNNAMED + 3)
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
  for (const { insurer } of (await closed()).figures.filter((row) => row.insurer)) {
    const paper = { ...MONTH, insurer, kind: 'services' as const, language: 'ru' as const }
    const made = await does('reportPreparePaper', paper, first)
    await does('reportSignPaper', { id: made.body.success ? made.body.data.id : '' }, other)
  }
  async function closed() {
    const { body } = await at.api('reportMonth', MONTH, first)
    if (!body.success) throw new Error(body.message)
    return body.data
  }
  expect((await closed()).state).toBe('closed')
  expect(acts).toBeLessThanOrEqual(40)

  // So many rows at once: what the database does by itself some minutes later.
  await sql`analyze`.execute(at.db)
  // 5. The files for 1C, beside the bank's: nothing else is looked at.
  for (const code of ['dala', 'tobyl', 'alatau', 'way-mobile_bank', 'own'])
    await at.api(
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
          contract: '7',
        },
      },
      first,
    )
  await at.api(
    'reportSetVat',
    { kind: 'payer', percent: 16, from: '2026-01-01', source: 'НК' },
    first,
  )
  const fileOf = async (file: string) => {
    const answer = await fetch(`${at.url}/api/reports/outFile?month=2026-10&file=${file}`, {
      headers: { authorization: `Bearer ${first}` },
    })
    const text = await answer.text()
    expect(answer.headers.get('content-disposition'), text).toContain('qorgan-1c-')
    return text
  }
  const files: MonthFiles = {
    entries: await fileOf('entries'),
    turnovers: await fileOf('turnovers'),
    acts: await fileOf('acts'),
    orders: await fileOf('orders'),
  }
  const statements = banks.map(({ bytes }) => {
    const read = recogniseText(textIn(bytes), null)
    if (!read.known) throw new Error('unknown')
    return read.file
  })
  expect(faultsOf(files, statements)).toEqual([])
  // A day of the bank left out is found by the files alone.
  expect(faultsOf(files, statements.slice(1))).not.toEqual([])
  expect(lateId).toBeTruthy()
})
