import { randomUUID } from 'node:crypto'
import type { Sql } from '#server/db/connect.ts'
import { createToken } from '#server/http/create-token.ts'
import { prepareDemo } from '#server/setup/demo.ts'
import { sends } from '#tests/claim.ts'
import { hitMe, jpegOf, photographs } from '#tests/claim-way.ts'
import { codeOn, signedIn } from '#tests/client.ts'
import { homeOrdered, homeQuote, otherFlat, subscribed } from '#tests/home.ts'
import { dataIn, partnerVisits } from '#tests/partner-visit.ts'
import { bill, portalOrder, portalQuote, portalSale } from '#tests/promoter.ts'
import {
  billsStay,
  buyer,
  ordered,
  paysBill,
  purchaseToken,
  quoted,
  ready,
  sale,
  settled,
} from '#tests/sale.ts'
import { type TestApp, until } from '#tests/test-app.ts'
import { twoDrivers } from '#tests/two-drivers.ts'

/** A token of each kind that a call may ask for; a client's belongs to whom the world is about. */
export const roles = [
  'everyone',
  'purchase',
  'user',
  'promoter',
  'order',
  'claim',
  'accountant',
  'staff',
  'administrator',
] as const
export type Role = (typeof roles)[number]

const start = '2026-11-25'
/** A car of its own for each sale: the sandbox's register knows it. */
async function car(at: TestApp, registrationNumber: string) {
  const { techPassport } = await at.control('PUT', `/control/vehicles/${registrationNumber}`, {})
  return {
    vehicles: [{ registrationNumber, techPassport: String(techPassport) }] as never,
    order: { dateStart: start },
  }
}

/**
 * A broker's week: the demonstration, and beside it of every thing that has an id at least one, most
 * of them by the way people make them. Answers what no row tells: keys that are stored as hashes.
 */
export async function makeWorld(at: TestApp) {
  await prepareDemo(at.server)
  const cars = twoDrivers(() => at)
  await cars.policies()
  const notice = await cars.told()
  const buying = await purchaseToken(at)
  const client = await signedIn(at)

  await ordered(at, buying, sale(await car(at, '123ABC03')))
  await card(at, buying, sale(await car(at, '123ABC04')))
  const cancelled = await ordered(at, buying, sale(await car(at, '123ABC05')))
  await billsStay(at)
  await at.api('ogpoCancelOrder', { orderId: cancelled.orderId }, buying)
  await paysBill(at)
  await until(
    () => at.db.selectFrom('orders').select('state').where('id', '=', cancelled.orderId).execute(),
    ([order]) => order?.state === 'refunded',
  )
  const ended = await issued(at, buying, sale(await car(at, '123ABC06')))
  await at.api('cabinetCancelPolicy', { globalId: ended }, client)
  await issued(at, buying, sale(await car(at, '123ABC07')))
  await quoted(at, buying, sale(await car(at, '123ABC08')))
  for (const { global_id } of await at.db
    .selectFrom('policies')
    .select('global_id')
    .where('kind', '=', 'ogpo')
    .where('state', '=', 'active')
    .execute())
    for (const terminateReason of ['own_will', 'sold'] as const)
      await at.api('cabinetCalcTerminate', { globalId: global_id, terminateReason }, client)
  await at.api('requestConsent', ready('900622499917'), buying)
  await twoClaims(at, client, ended)
  await homeLives(at, client)
  await staffWork(at)
  await promoterWork(at)
  await accountantWork(at)
  await at.api('feedbackForm', {
    name: 'Асель',
    phone: '77015550101',
    email: 'asel@example.kz',
    text: 'Когда придёт полис?',
  })
  const visits = partnerVisits(() => at)
  const opened = await visits.opens(await visits.link({ iin: buyer.iin, phone: buyer.phone }))
  const { visit } = dataIn((await visits.opens(opened.to, opened.cookie)).text)
  const key = await changedEmail(at, client)
  return { notice: notice.key, draft: notice.draft, visit: visit?.key ?? '', notMe: key }
}
export type World = Awaited<ReturnType<typeof makeWorld>>

async function card(at: TestApp, token: string, of: ReturnType<typeof sale>) {
  const { calculationId } = await quoted(at, token, of)
  const pay = { system: 'card', method: 'redirect' } as const
  return at.api('ogpoOrder', { calculationId, pay, email: 'client@example.kz' }, token)
}

async function issued(at: TestApp, token: string, of: ReturnType<typeof sale>): Promise<string> {
  const { orderId } = await ordered(at, token, of)
  await paysBill(at)
  const done = await settled(at, token, orderId)
  if (!done.success || !done.data.globalId) throw new Error(`not issued: ${JSON.stringify(done)}`)
  return done.data.globalId
}

/** A claim of six files that two people decide on, and one by the client's way with a photograph. */
async function twoClaims(at: TestApp, client: string, policy: string) {
  const { body } = await sends(at, client, policy)
  const claim_id: string = body.claim_id
  const staff = await staffOf(at)
  await at.api(
    'staffClaimMove',
    { claim_id, from: 'wait', to: 'under_consideration', reason: '' },
    staff,
  )
  await at.api(
    'staffClaimAskSignature',
    { claim_id, payable: 2_500_000, reason: 'Құжаттар толық' },
    staff,
  )
  const id = randomUUID()
  const { global_id } = await at.db
    .selectFrom('policies')
    .select('global_id')
    .where('policyholder_iin', '=', buyer.iin)
    .where('kind', '=', 'ogpo')
    .where('state', '=', 'active')
    .orderBy('start_date', 'desc')
    .executeTakeFirstOrThrow()
  await at.api('claimDraftSave', { id, answers: hitMe(global_id) }, client)
  await photographs(at, client, { draft: id }, jpegOf())
  const { body: read } = await at.api('claimDraft', { id }, client)
  const version = read.success ? read.data.version : 1
  await at.api('claimDraftPapers', { id }, client)
  const earlier = await codeOn(at, buyer.phone)
  const asked = await at.api('claimDraftCode', { id, version }, client)
  if (!asked.body.success) throw new Error(JSON.stringify(asked.body))
  const code = await until(
    () => codeOn(at, buyer.phone),
    (found) => found !== earlier,
  )
  const sent = await at.api('claimDraftSend', { id, version, code }, client)
  if (!sent.body.success) throw new Error(JSON.stringify(sent.body))
}

/** The demonstration has one subscription; another waits for its card, and a price for its buyer. */
async function homeLives(at: TestApp, client: string) {
  await homeOrdered(at, client, otherFlat)
  const second = await signedIn(at, ready('880214399916'))
  await homeQuote(at, second)
  await subscribed(at, second)
}

const staffOf = (at: TestApp, iin = '880808399905') => tokenOf(at, 'user', iin, 'staff')

/** Money two people sign, what a search left, notes and a case of a watch list. */
async function staffWork(at: TestApp) {
  const staff = await staffOf(at)
  const buying = await purchaseToken(at)
  const paidAndStuck = async (n: number) => {
    const { orderId } = await ordered(at, buying, sale(await car(at, `223ABC0${n}`)))
    await paysBill(at)
    await until(
      () =>
        at.db
          .selectFrom('orders')
          .select('issue_attempts')
          .where('id', '=', orderId)
          .executeTakeFirstOrThrow(),
      ({ issue_attempts }) => issue_attempts > 0,
    )
    return orderId
  }
  await at.fault('esbd', 'unavailable', { operation: 'SetPolicy', times: 100_000 })
  await paidAndStuck(1)
  const waiting = await paidAndStuck(2)
  const { amount } = await at.db
    .selectFrom('orders')
    .select('amount')
    .where('id', '=', waiting)
    .executeTakeFirstOrThrow()
  const reason = 'клиент күткісі келмейді'
  await at.api('staffGiveBack', { order_id: waiting, amount, reason }, staff)
  await at.control('DELETE', '/control/faults')
  for (const iin of ['830304399916', '900505399915']) await at.api('kycStatus', { iin }, staff)
  await purchaseToken(at, { iin: '830304399916', phone: '77010000021' })
    .then((token) =>
      quoted(at, token, sale({ insurant: { iin: '830304399916', phone: '77010000021' } })),
    )
    .catch(() => {})
}

async function promoterWork(at: TestApp) {
  const promoter = await tokenOf(at, 'promoter', '900101399908', 'promoter')
  const dear = portalSale(await car(at, '323ABC01'))
  const { calculationId } = await portalQuote(at, promoter, dear)
  await at.api('promoterHandOffCreate', { calculationId }, promoter)
  await portalOrder(at, promoter, portalSale(await car(at, '323ABC02')))
  await at.api(
    'promoterDraftSave',
    { id: randomUUID(), revision: 1, title: 'Сату', content: {} },
    promoter,
  )
  await at.api('promoterOrder', { calculationId, pay: bill }, promoter)
}

async function accountantWork(at: TestApp) {
  const accountant = await tokenOf(at, 'user', '850505499909', 'accountant')
  const attempt = await at.db
    .selectFrom('payment_attempts')
    .select(['id', 'order_id', 'amount'])
    .where('state', '=', 'paid')
    .executeTakeFirstOrThrow()
  const content = `date;operation;order_id;payment_id;amount;fee\n2026-11-20;payment;${attempt.order_id};${attempt.id};${attempt.amount - 1};10\n2026-11-20;payment;QG0;QG0-1;5000;10\n`
  await at.api(
    'reportImportStatement',
    { system: 'mobile_bank', fileName: 'bank.csv', content },
    accountant,
  )
  await at.api(
    'reportImportStatement',
    {
      system: 'card',
      fileName: 'bank.csv',
      keep: true,
      file: Buffer.from('мерзім;ақша;кімнен\n20.11.2026;10,00;Тестов\n').toString('base64'),
      mapping: {
        sheet: '',
        line: 1,
        of: 'register',
        bank: 'Демо',
        columns: { date: [0], amount: [1], payer: [2] },
      },
    },
    accountant,
  )
  for (const report of ['orders', 'refunds'] as const)
    await at.api(
      'reportStartExport',
      { report, format: 'xlsx', ask: { from: '2026-11-01', to: '2026-11-30' } },
      accountant,
    )
  await until(
    () => at.db.selectFrom('exports').select('state').execute(),
    (all) => all.every(({ state }) => state === 'done'),
  )
  await at.api('reportPreparePeriod', { month: '2026-10' }, accountant)
  const administrator = await tokenOf(at, 'user', '880808399915', 'staff', true)
  const rows = await at.api('referenceRows', { kind: 'commissions' }, administrator)
  if (!rows.body.success) throw new Error(JSON.stringify(rows.body))
  const agreed = rows.body.data.rows.find(({ key }) => key === 'dala-ogpo')?.values
  await at.api(
    'referencePropose',
    {
      kind: 'commissions',
      action: 'set',
      from: '2026-11-25',
      values: { ...agreed, commission_percent: '12.5' },
      reason: 'жаңа келісім',
    },
    administrator,
  )
  const refund = await at.db.selectFrom('refunds').select('id').executeTakeFirstOrThrow()
  await at.db
    .insertInto('refund_details')
    .values({
      refund_id: refund.id,
      iban: 'KZ86125KZT5004100100',
      holder: 'Серікұлы Нұрлан',
      holder_iin: buyer.iin,
      entered_by: 'staff:other',
      entered_at: new Date(),
    })
    .execute()
}

/** The client's e-mail is another one now: the link to take it back stands in the old mailbox. */
async function changedEmail(at: TestApp, client: string): Promise<string> {
  await at.db
    .updateTable('accounts')
    .set({ email: 'old@example.kz', email_confirmed_at: new Date() })
    .where('iin', '=', buyer.iin)
    .execute()
  const email = 'new@example.kz'
  await at.api('cabinetChangeEmail', { email }, client)
  const letter = await until(
    () => at.mails(email),
    (letters) => letters.length > 0,
  )
  const code = /\b\d{4}\b/.exec(letter[0]?.text ?? '')?.[0] ?? ''
  await at.api('cabinetConfirmEmail', { email, code }, client)
  const told = await until(
    () => at.mails('old@example.kz'),
    (letters) => letters.some(({ text }) => text.includes('#key=')),
  )
  return /#key=([\w-]{20,64})/.exec(told.map(({ text }) => text).join(' '))?.[1] ?? ''
}

async function tokenOf(
  at: { db: Sql; server: TestApp['server'] },
  kind: 'user' | 'promoter' | 'purchase' | 'order' | 'claim',
  iin: string,
  role = 'user',
  administrator = false,
  of: { orderId?: string; draftId?: string } = {},
): Promise<string> {
  const now = at.server.deps.clock.now()
  const account = await at.db
    .selectFrom('accounts')
    .select(['id', 'phone'])
    .where('iin', '=', iin)
    .where('realm', '=', kind === 'promoter' ? 'promoter' : 'cabinet')
    .executeTakeFirstOrThrow()
  if (administrator)
    await at.db
      .updateTable('accounts')
      .set({ administrator })
      .where('id', '=', account.id)
      .execute()
  const session = { accountId: account.id, device: 'every state', beganBy: 'code' } as const
  return createToken(
    at.db,
    {
      kind,
      iin,
      phone: account.phone,
      role,
      ...of,
      ...(kind === 'user' || kind === 'promoter' ? { session } : {}),
    },
    now,
    new Date(now.getTime() + 36_000_000),
  )
}

/** Who may make a call: the client of the world, their promoter, and the desks. */
export async function tokensOf(at: TestApp, world: World): Promise<Record<Role, string[]>> {
  const order = await at.db
    .selectFrom('orders')
    .select('id')
    .where('buyer_iin', '=', buyer.iin)
    .where('state', '=', 'awaiting_payment')
    .executeTakeFirstOrThrow()
  return {
    everyone: [''],
    purchase: [await tokenOf(at, 'purchase', buyer.iin)],
    user: [await tokenOf(at, 'user', buyer.iin)],
    promoter: [await tokenOf(at, 'promoter', '900101399908', 'promoter')],
    order: [await tokenOf(at, 'order', buyer.iin, 'user', false, { orderId: order.id })],
    claim: [await tokenOf(at, 'claim', buyer.iin, 'user', false, { draftId: world.draft })],
    accountant: [await tokenOf(at, 'user', '850505499909', 'accountant')],
    staff: [await staffOf(at), await staffOf(at, '880808399915')],
    administrator: [await tokenOf(at, 'user', '880808399915', 'staff', true)],
  }
}
