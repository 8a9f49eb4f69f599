import { expect, test } from 'vitest'
import { account, signedIn } from '#tests/client.ts'
import { endingDocument } from '#tests/ending-document.ts'
import { buyer, car, settled } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { reason, staffMoney } from '#tests/staff-money.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const { people, stuck, seen, givesBack, signs, signatureOf } = staffMoney(at)

const stateOf = async (orderId: string) =>
  (
    await at()
      .db.selectFrom('orders')
      .select('state')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
  ).state

test('a stuck order is given up with a reason; a refund the bank refuses goes to details entered by one and approved by another', async () => {
  spec('6.staff-refunds-bank-details')

  const { staff, colleague } = await people()
  const orderId = await stuck('unavailable', 1_000)
  const { body } = await at().api('staffOrders', { view: 'stuck' }, staff)
  expect(body.success && body.data.orders.map(({ order_id }) => order_id)).toEqual([orderId])
  // The failing system, its operation and since when: never the client's sentence.
  expect((await seen(orderId, staff)).obstacle).toMatchObject({
    what: 'silent',
    code: 12002,
    system: 'esbd',
    since: expect.any(String),
  })
  // The bank does not know the bill any more.
  await at()
    .db.updateTable('payment_attempts')
    .set({ outside_id: '404' })
    .where('order_id', '=', orderId)
    .execute()
  expect(await givesBack(orderId, staff)).toEqual({ success: true })
  expect(await signs(orderId, colleague)).toEqual({ success: true })
  await at().control('DELETE', '/control/faults')
  await until(
    () => stateOf(orderId),
    (state) => state === 'refund_failed',
  )
  expect(await givesBack(orderId, staff)).toMatchObject({ code: 14012 })
  const failed = await seen(orderId, staff)
  const [refund] = failed.refunds
  expect(refund).toMatchObject({ state: 'failed', way: 'mobile_bank', details: null })
  const refund_id = refund?.id ?? ''
  await at().api('staffRetryRefund', { refund_id, reason: 'банк растады' }, staff)
  await until(
    () => stateOf(orderId),
    (state) => state === 'refund_failed',
  )

  const details = { refund_id, holder: 'Әбдіқадыров Нұрлан', holder_iin: buyer.iin }
  const wrong = await at().api(
    'staffEnterDetails',
    { ...details, iban: 'KZ86125KZT5004100101' },
    staff,
  )
  expect(wrong).toMatchObject({ status: 422, body: { errors: [{ path: 'iban' }] } })
  const iban = 'KZ86125KZT5004100100'
  expect(
    (await at().api('staffEnterDetails', { ...details, iban: 'kz86 125K ZT50 0410 0100' }, staff))
      .body,
  ).toEqual({ success: true })
  const early = await at().api('staffRefundPaid', { refund_id, reference: 'ПП 17' }, staff)
  expect(early.body).toMatchObject({ success: false, code: 14012 })
  expect((await at().api('staffApproveDetails', { refund_id, iban }, staff)).body).toMatchObject({
    success: false,
    code: 14063,
  })
  expect(
    (await at().api('staffApproveDetails', { refund_id, iban: 'KZ00' }, colleague)).body,
  ).toMatchObject({ code: 14060 })
  expect((await at().api('staffApproveDetails', { refund_id, iban }, colleague)).body).toEqual({
    success: true,
  })
  const waiting = await at().api('staffOrders', { view: 'details' }, staff)
  expect(waiting.body.success && waiting.body.data.orders.map(({ order_id }) => order_id)).toEqual([
    orderId,
  ])
  expect(
    (await at().api('staffRefundPaid', { refund_id, reference: 'ПП 17' }, colleague)).body,
  ).toEqual({ success: true })
  expect(
    (await at().api('staffRefundPaid', { refund_id, reference: 'ПП 18' }, colleague)).body,
  ).toMatchObject({ code: 14060 })
  expect(await stateOf(orderId)).toBe('refunded')
  const ledger = await at()
    .db.selectFrom('ledger')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  expect(ledger.map(({ debit, credit }) => [debit, credit])).toEqual([
    ['mobile_bank', 'client'],
    ['client', 'refunds'],
    ['refunds', 'bank_details'],
  ])
  expect(new Set(ledger.map(({ amount }) => amount))).toEqual(new Set([failed.amount]))
  await until(
    async () => (await at().messages(buyer.phone)).map(({ text }) => text),
    (texts) => texts.some((text) => text.includes('банк шотына аударылды')),
  )
  const done = await seen(orderId, staff)
  expect(done.events.filter(({ kind }) => kind === 'staff').map(({ what }) => what)).toEqual([
    'order.give_back_asked',
    'order.given_back',
    'refund.sent_again',
    'refund.details_entered',
    'refund.details_approved',
    'refund.transferred',
  ])
  const audited = await at()
    .db.selectFrom('audit')
    .selectAll()
    .where('object_id', '=', orderId)
    .execute()
  expect(JSON.stringify(audited)).not.toMatch(/KZ86|Әбдіқадыров|850315399904/)
})

test('an order whose policy the unified database holds is issued, never refunded', async () => {
  const { staff, colleague, buying } = await people()
  const orderId = await stuck('reset', 1)
  await at().control('DELETE', '/control/faults')
  // The next try is far away, and the last call is over.
  await at()
    .db.updateTable('orders')
    .set({
      next_attempt_at: new Date(at().server.deps.clock.now().getTime() + 3_600_000),
      set_asked_at: null,
    })
    .where('id', '=', orderId)
    .execute()
  await givesBack(orderId, staff)
  expect(await signs(orderId, colleague)).toMatchObject({ success: false, code: 14061 })
  const issued = await settled(at(), buying, orderId)
  expect(issued.success && issued.data.status).toBe('issued')
  expect((await seen(orderId, staff)).refunds).toEqual([])
})

test('staff terminate a policy for the heirs: register first, the paper it rests on, money back', async () => {
  spec('6.staff-termination-heirs')

  const { staff } = await people()
  const { global_id: globalId, order_id } = await at()
    .db.selectFrom('policies')
    .select(['global_id', 'order_id'])
    .executeTakeFirstOrThrow()
  const calc = () => at().api('staffCalcTerminate', { globalId, terminateReason: 'died' }, staff)
  expect((await calc()).body).toMatchObject({ success: false, code: 14004 })
  await at().control('PUT', `/control/vehicles/${car.registrationNumber}`, { registered: false })
  const { body } = await calc()
  if (!body.success) throw new Error(`no calculation: ${JSON.stringify(body)}`)
  const { calcId, refundAmount } = body.data
  const end = (sum: number, ground = 'Қайтыс болу туралы куәлік № 17') =>
    at().api('staffTerminate', { globalId, calcId, refundAmount: sum, ground }, staff)
  expect((await end(refundAmount + 1)).body).toMatchObject({ success: false, code: 14017 })
  expect((await end(refundAmount, '')).status).toBe(422)
  await endingDocument(at(), calcId, staff)
  expect((await end(refundAmount)).body).toMatchObject({
    success: true,
    data: { state: 'done', refundAmount },
  })
  const termination = await at()
    .db.selectFrom('policy_endings')
    .select(['state', 'reason', 'ground', 'actor'])
    .executeTakeFirstOrThrow()
  expect(termination).toMatchObject({
    state: 'done',
    reason: 'died',
    ground: 'Қайтыс болу туралы куәлік № 17',
    actor: expect.stringMatching(/^staff:/),
  })
  await until(
    async () => (await seen(order_id ?? '', staff)).refunds,
    (refunds) => refunds.length > 0 && refunds.every(({ state }) => state === 'done'),
  )
  expect((await calc()).body).toMatchObject({ success: false, code: 14007 })
})

test('nobody moves their own money or policy at the desk; a colleague does', async () => {
  spec('6.nobody-decides-their-own')

  const { staff, colleague } = await people()
  const orderId = await stuck('unavailable', 1_000)
  await givesBack(orderId, staff)
  const { signature_id } = await signatureOf(orderId, staff)
  const { amount } = await seen(orderId, staff)
  // The buyer works at the desk from now on.
  await account(at(), buyer)
  const roleIs = (role: 'staff' | 'user') =>
    at().db.updateTable('accounts').set({ role }).where('iin', '=', buyer.iin).execute()
  await roleIs('staff')
  const own = await signedIn(at())
  const refund_id = crypto.randomUUID()
  const contract_id = await at()
    .db.selectFrom('orders')
    .select('contract_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const answers = [
    await at().api('staffRerun', { order_id: orderId, what: 'issue', reason }, own),
    await at().api('staffGiveBack', { order_id: orderId, amount, reason }, own),
    await at().api('staffSignGiveBack', { signature_id }, own),
    await at().api('staffDeclineGiveBack', { signature_id, note: reason }, own),
  ]
  expect(answers.map(({ body }) => ('code' in body ? body.code : 'done'))).toEqual([
    14090, 14090, 14090, 14090,
  ])
  await at()
    .db.insertInto('refunds')
    .values({
      id: refund_id,
      order_id: orderId,
      amount: 1,
      reason: 'test',
      state: 'failed',
      contract_id: contract_id.contract_id,
      created_at: new Date(),
    })
    .execute()
  const retried = (token: string) => at().api('staffRetryRefund', { refund_id, reason }, token)
  expect((await retried(own)).body).toMatchObject({ code: 14090 })
  await at().db.deleteFrom('refunds').where('id', '=', refund_id).execute()
  expect(
    (await at().api('staffDeclineGiveBack', { signature_id, note: reason }, colleague)).body,
  ).toEqual({
    success: true,
  })
  await roleIs('user')
  await at().control('DELETE', '/control/faults')
})
