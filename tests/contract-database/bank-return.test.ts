import { beforeAll, expect, test } from 'vitest'
import { holds } from '#domain/books/balance.ts'
import { addDays, startOfDay } from '#domain/calendar.ts'
import { balanceIn } from '#server/reports/overview.ts'
import type { Invoice } from '#systems/bank/sandbox.ts'
import { sharedTestApp } from '../test-app.ts'
import { does, firstOrder } from './acts.ts'
import { wrongOf } from './at-rest.ts'
import { type Fixture, peopled, rows } from './fixture.ts'
import { comesToRest } from './workers.ts'

/** Money of a bill that its bank gave back past us: only its statement tells of it. */
const at = sharedTestApp({ WORKER: 'off' })
let fixture: Fixture
beforeAll(async () => {
  fixture = await peopled(at())
})
const HEAD = 'Дата;Номер документа;Дебет;Кредит;Контрагент;ИИН контрагента;Назначение\n'
const BANK = 'KZ86125KZT5004100100'

async function sold() {
  const before = new Set(fixture.at.sandbox.world.store<Invoice>('bank.invoices').keys())
  const { contractId } = await firstOrder(fixture, 'byBill', false)
  await does(fixture, { contractId }, 'pay')
  await comesToRest(fixture, [contractId])
  const [bill] = [...fixture.at.sandbox.world.store<Invoice>('bank.invoices').values()].filter(
    ({ id }) => !before.has(id),
  )
  if (bill?.state !== 'paid') throw new Error('nothing was paid')
  const gaveBack = (number: string) => bill.refunds.push({ id: number, amount: bill.amount })
  return { contractId, bill, gaveBack }
}
type Sold = Awaited<ReturnType<typeof sold>>

/** The account's statement of a day with these outgoing lines that name the bill. */
async function told({ contractId, bill }: Sold, numbers: readonly string[]) {
  const day = fixture.at.server.deps.clock.today().split('-').toReversed().join('.')
  const line = (number: string) =>
    `${day};${number};${bill.amount},00;;Тестов;;Возврат платежа ${contractId}-1\n`
  const file = Buffer.from(HEAD + numbers.map(line).join('')).toString('base64')
  const { body } = await fixture.at.api(
    'reportImportStatement',
    { system: 'account', fileName: 'bank.csv', file },
    fixture.accountant,
  )
  expect(body).toMatchObject({ success: true })
}
async function open() {
  const day = fixture.at.server.deps.clock.today()
  const period = { from: day, to: day }
  const { body } = await fixture.at.api('reportReconciliation', period, fixture.accountant)
  if (!body.success) throw new Error(body.message)
  const lines = body.data.exceptions.filter(({ line }) => line?.verdict === 'given_back')
  return { period, lines }
}
/** The accountant writes the first such line into our books. */
async function books(note = 'Письмо банка № 5') {
  const { period, lines } = await open()
  const differences = lines.slice(0, 1).map(({ kind, key }) => ({ kind, key }))
  const ask = { ...period, how: 'booked' as const, note, differences }
  return (await fixture.at.api('reportSettleMany', ask, fixture.accountant)).body
}
async function agrees(contractId: string) {
  expect((await open()).lines).toEqual([])
  expect(await comesToRest(fixture, [contractId])).toEqual([])
  expect(await wrongOf(fixture, [contractId])).toEqual([])
  const { clock, db } = fixture.at.server.deps
  const day = clock.today()
  expect(
    holds(await balanceIn(db, { since: startOfDay(day), until: startOfDay(addDays(day, 1)) })),
  ).toBe(true)
}
const out = (contractId: string) =>
  rows<{ kind: string; amount: number }>(
    fixture,
    `select kind, amount from ledger where contract_id = $1 and credit = 'mobile_bank' order by id`,
    [contractId],
  )
const refunds = (contractId: string) =>
  rows(fixture, 'select reason, state from refunds where contract_id = $1', [contractId])

const withdraws = async () => {
  const id = await rows<{ id: string }>(
    fixture,
    'select id from statements order by imported_at desc limit 1',
    [],
  )
  const ask = { id: id[0]?.id ?? '', reason: 'Чужой файл' }
  return (await fixture.at.api('reportWithdrawStatement', ask, fixture.accountant)).body
}

test('told before any refund of ours it is booked by a person, and a cancelled policy gives nothing more', async () => {
  const one = await sold()
  one.gaveBack('901')
  await told(one, ['901'])
  expect(await books('')).toMatchObject({ success: false })
  expect(await books()).toMatchObject({ success: true, data: { left: [] } })
  expect(await refunds(one.contractId)).toEqual([{ reason: 'bank_return', state: 'done' }])
  await does(fixture, one, 'cancelPolicy')
  await agrees(one.contractId)
  expect(await out(one.contractId)).toEqual([{ kind: 'refund', amount: one.bill.amount }])
})

test('told while our refund cannot go, it is that refund; until it is booked no bank details are paid', async () => {
  const one = await sold()
  one.gaveBack('902')
  await does(fixture, one, 'cancelPolicy')
  await comesToRest(fixture, [one.contractId])
  const [owed] = await rows<{ id: string; state: string }>(
    fixture,
    'select id, state from refunds where contract_id = $1',
    [one.contractId],
  )
  expect(owed?.state).toBe('failed')
  const refund_id = owed?.id ?? ''
  const details = { refund_id, iban: BANK, holder: 'ИВАНОВ ИВАН', holder_iin: '850315399904' }
  const entered = await fixture.at.api('staffEnterDetails', details, fixture.desk)
  expect(entered.body).toMatchObject({ success: true })
  await told(one, ['902'])
  const approves = async () =>
    (await fixture.at.api('staffApproveDetails', { refund_id, iban: BANK }, fixture.colleague)).body
  expect(await approves()).toMatchObject({ success: false, code: 14140 })
  expect(await books()).toMatchObject({ success: true })
  expect(await approves()).toMatchObject({ success: false })
  expect(await refunds(one.contractId)).toEqual([{ reason: 'cancelled', state: 'done' }])
  // Its receipt is printed: nothing takes it out of the books with its statement.
  expect(await withdraws()).toMatchObject({ success: false, code: 14114 })
  await agrees(one.contractId)
  expect(await out(one.contractId)).toEqual([{ kind: 'refund', amount: one.bill.amount }])
})

test('given back once more beside our own refund it is the client’s debt', async () => {
  const one = await sold()
  await does(fixture, one, 'cancelPolicy')
  await comesToRest(fixture, [one.contractId])
  expect(await refunds(one.contractId)).toEqual([{ reason: 'cancelled', state: 'done' }])
  one.gaveBack('904')
  await told(one, ['903', '904'])
  expect((await open()).lines).toHaveLength(1)
  expect(await books()).toMatchObject({ success: true })
  await agrees(one.contractId)
  expect(await out(one.contractId)).toEqual([
    { kind: 'refund', amount: one.bill.amount },
    { kind: 'overdrawn', amount: one.bill.amount },
  ])
})

test('a statement that is withdrawn takes what its lines wrote into the books back', async () => {
  const one = await sold()
  // The bank gave nothing back: the file was another company's.
  await told(one, ['905'])
  expect(await books()).toMatchObject({ success: true, data: { left: [] } })
  expect(await withdraws()).toEqual({ success: true })
  await agrees(one.contractId)
  expect(
    await rows(
      fixture,
      `select debit, credit, amount from ledger where contract_id = $1 and kind = 'dispute_won'`,
      [one.contractId],
    ),
  ).toEqual([{ debit: 'mobile_bank', credit: 'client', amount: one.bill.amount }])
  expect(
    await rows(
      fixture,
      `select count(*)::int as n from audit where action = 'difference.reopened' and object_id = $1`,
      [one.contractId],
    ),
  ).toEqual([{ n: 1 }])

  // The right file has the same line: it is no known one, and is written once more.
  one.gaveBack('905')
  await told(one, ['905'])
  expect((await open()).lines).toHaveLength(1)
  expect(await books()).toMatchObject({ success: true, data: { left: [] } })
  await agrees(one.contractId)
  expect(await out(one.contractId)).toHaveLength(2)
})

test('a statement stays whole where the contract has gone on from its line', async () => {
  const one = await sold()
  one.gaveBack('906')
  await told(one, ['906'])
  expect(await books()).toMatchObject({ success: true, data: { left: [] } })
  await does(fixture, one, 'staffTerminate')
  await comesToRest(fixture, [one.contractId])
  const refused = await withdraws()
  expect(refused).toMatchObject({
    success: false,
    code: 14114,
    message: expect.stringMatching(/2-жол|2/),
  })
  expect(
    await rows(
      fixture,
      `select count(*)::int as n from statement_rows where outside_id = '906'`,
      [],
    ),
  ).toEqual([{ n: 1 }])
  await agrees(one.contractId)
})
