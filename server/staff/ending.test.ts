import { expect, test } from 'vitest'
import { addEndingDocument } from '#contract/staff-orders.ts'
import { eicar } from '#systems/antivirus/sandbox.ts'
import { signedIn } from '#tests/client.ts'
import { deskClaims, firstClerk } from '#tests/desk-claims.ts'
import { endingDocument } from '#tests/ending-document.ts'
import {
  buyer,
  car,
  clockOn,
  ordered,
  paysBill,
  purchaseToken,
  ready,
  sale,
  settled,
} from '#tests/sale.ts'
import { sheetOf } from '#tests/sheets.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'
import { sweepJob } from '../jobs/definitions.ts'

/** Staff end policies: on a stored document, or in full on the day of issue. */
const at = sharedTestApp()
const { people, posts } = deskClaims(at)

const seen = async (order_id: string, token: string) => {
  const { body } = await at().api('staffOrder', { order_id }, token)
  if (!body.success) throw new Error(JSON.stringify(body))
  return body.data
}
/** A policy issued now for a car of its own. */
async function sells(who: { iin: string; phone: string }, n: number) {
  const plate = { registrationNumber: `70${n}QQA02`, techPassport: `QA0000000${n}` }
  await at().control('PUT', `/control/vehicles/${plate.registrationNumber}`, {
    techPassport: plate.techPassport,
    ownerIin: who.iin,
  })
  const buying = await purchaseToken(at(), who)
  const order = { dateStart: '2026-12-10' }
  const of = sale({ insurant: { ...who }, vehicles: [plate], order })
  const { orderId } = await ordered(at(), buying, of)
  await paysBill(at(), who.phone)
  const issued = await settled(at(), buying, orderId)
  if (!issued.success || !issued.data.globalId) throw new Error('not issued')
  return { globalId: issued.data.globalId, orderId }
}

test('on the day of issue staff cancel a policy whole for its client, by the sum they were shown and once', async () => {
  const { staff, colleague } = await people()
  const { globalId, orderId } = await sells(ready('900622499917'), 1)
  const order = await seen(globalId, staff)
  expect(order.acts).toContain('cancel')
  expect(order.cancel_refund).toBe(order.amount)
  const cancels = async (more: object = {}, token = staff) =>
    (
      await at().api(
        'staffCancelPolicy',
        {
          globalId,
          refundAmount: order.amount,
          acted: order.acted,
          reason: 'Клиент қоңырау шалды',
          ...more,
        },
        token,
      )
    ).body
  expect(await cancels({ reason: '' })).toMatchObject({ success: false })
  expect(await cancels({ refundAmount: order.amount - 1 })).toMatchObject({ code: 14017 })
  expect(await cancels({ globalId: 'ABC' })).toMatchObject({ success: false })
  expect(await cancels()).toMatchObject({
    success: true,
    data: { state: 'done', refundAmount: order.amount },
  })
  // A colleague has acted since.
  expect(await cancels({}, colleague)).toMatchObject({ success: false })
  const after = await seen(globalId, staff)
  expect([after.policy?.state, after.cancel_refund]).toEqual(['cancelled', null])
  expect(after.acts).not.toContain('terminate')
  await until(
    async () => (await seen(globalId, staff)).refunds,
    (refunds) => refunds.length > 0 && refunds.every(({ state }) => state === 'done'),
  )
  const { count } = await at()
    .db.selectFrom('order_acts')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('order_id', '=', orderId)
    .where('action', '=', 'policy.cancelled')
    .executeTakeFirstOrThrow()
  expect(count).toBe('1')
})

test('a policy ends by staff on a document that was looked at, shown at the order and kept; its file belongs to that end alone', async () => {
  const { staff, colleague, globalId } = await people()
  await at().control('PUT', `/control/vehicles/${car.registrationNumber}`, { registered: false })
  const calc = async (token: string) => {
    const { body } = await at().api(
      'staffCalcTerminate',
      { globalId, terminateReason: 'died' },
      token,
    )
    if (!body.success) throw new Error(JSON.stringify(body))
    return body.data
  }
  const { calcId, refundAmount } = await calc(staff)
  const other = await calc(colleague)
  const ground = 'Қайтыс болу туралы куәлік № 17'
  const end = async () =>
    (await at().api('staffTerminate', { globalId, calcId, refundAmount, ground }, staff)).body
  const add = (calc_id: string, token: string, content: Buffer) =>
    posts(addEndingDocument.path, token, { calc_id }, { document: content })
  expect(await end()).toMatchObject({ success: false, code: 14138 })
  // Checked as what clients send.
  expect((await add(calcId, staff, Buffer.from('MZ an executable'))).status).toBe(422)
  // Only to one's own calculation that is not accepted yet.
  expect((await add(calcId, colleague, sheetOf(1, 'a'))).status).toBe(404)
  expect((await add(crypto.randomUUID(), staff, sheetOf(1, 'a'))).status).toBe(404)
  expect((await add(calcId, await signedIn(at(), buyer), sheetOf(1, 'a'))).status).not.toBe(200)

  const abandoned = await endingDocument(at(), other.calcId, colleague)
  const bad = await endingDocument(
    at(),
    calcId,
    staff,
    Buffer.concat([sheetOf(), Buffer.from(eicar)]),
  )
  expect(await end()).toMatchObject({ code: 14138 })
  const file = await endingDocument(at(), calcId, staff)
  expect(await end()).toMatchObject({ success: true, data: { state: 'done', refundAmount } })

  const order = await seen(globalId, staff)
  expect(order.ending_documents).toMatchObject([
    { id: file, of: calcId, name: 'құжат.pdf', scan: 'clean' },
    { id: bad, scan: 'infected' },
  ])
  const opened = await at().api('cabinetFileLink', { id: file }, colleague)
  expect(opened.body).toMatchObject({ success: true })
  const clients = await at().api('cabinetFileLink', { id: file }, await signedIn(at(), buyer))
  expect(clients.status).toBe(404)
  const acts = await at()
    .db.selectFrom('audit')
    .select('action')
    .where('action', 'like', 'policy.ending%')
    .orderBy('id')
    .execute()
  expect(acts.map(({ action }) => action)).toEqual([
    'policy.ending_document_added',
    'policy.ending_document_added',
    'policy.ending_document_added',
    'policy.ending_document_opened',
  ])
  expect((await add(calcId, staff, sheetOf(1, 'late'))).status).toBe(404)

  // Unused documents are deleted, those of an accepted end remain.
  await clockOn(at(), 3 * 86_400)
  await at().server.deps.queue.send(sweepJob, {})
  const left = () =>
    at().db.selectFrom('files').select('id').where('kind', '=', 'ending_document').execute()
  await until(left, (rows) => !rows.some(({ id }) => id === abandoned))
  expect((await left()).map(({ id }) => id).sort()).toEqual([bad, file].sort())
})

test('what staff say stands with the end or there is no end: whoever dies between leaves nothing', async () => {
  await people()
  const staff = await signedIn(at(), firstClerk)
  const { globalId, orderId } = await sells(ready('860707399912'), 3)
  await at().control('PUT', '/control/vehicles/703QQA02', { registered: false })
  const calc = await at().api('staffCalcTerminate', { globalId, terminateReason: 'died' }, staff)
  if (!calc.body.success) throw new Error(JSON.stringify(calc.body))
  const { calcId, refundAmount } = calc.body.data
  await endingDocument(at(), calcId, staff)
  const order = await seen(globalId, staff)
  const ends = {
    'policy.terminated': () =>
      at().api(
        'staffTerminate',
        { globalId, calcId, refundAmount, ground: 'Қайтыс болу туралы куәлік № 17' },
        staff,
      ),
    'policy.cancelled': () =>
      at().api(
        'staffCancelPolicy',
        { globalId, refundAmount: order.amount, reason: 'Клиент қоңырау шалды' },
        staff,
      ),
  }
  const { pool } = at().server.deps
  const left = async () => {
    const endings = await at()
      .db.selectFrom('policy_endings')
      .innerJoin('policies', 'policies.id', 'policy_endings.policy_id')
      .select('policy_endings.state')
      .where('policies.order_id', '=', orderId)
      .where('policy_endings.state', '<>', 'calculated')
      .execute()
    return [endings, (await seen(globalId, staff)).policy?.state]
  }
  await pool.query(`create function nobody_writes() returns trigger language plpgsql as
    $$ begin raise exception 'the process is dead'; end $$`)
  await pool.query(`create trigger dies before insert on order_acts for each row
    when (new.action in ('policy.terminated', 'policy.cancelled')) execute function nobody_writes()`)
  for (const [action, ask] of Object.entries(ends)) {
    expect((await ask()).status, action).toBe(500)
    expect(await left(), action).toEqual([[], 'pending'])
  }
  await pool.query('drop trigger dies on order_acts')
  expect((await ends['policy.cancelled']()).body).toMatchObject({ success: true })
  expect((await seen(globalId, staff)).policy?.state).toBe('cancelled')
})

test('after the day of issue staff do not cancel: the law gives back a part', async () => {
  const { globalId } = await sells(ready('880214399916'), 2)
  expect((await seen(globalId, await signedIn(at(), firstClerk))).acts).toContain('cancel')
  await clockOn(at(), 86_400)
  const staff = await signedIn(at(), firstClerk)
  const order = await seen(globalId, staff)
  expect([order.acts, order.cancel_refund]).toEqual([expect.not.arrayContaining(['cancel']), null])
  expect(order.acts).toContain('terminate')
  const asked = { globalId, refundAmount: order.amount, reason: 'Клиент қоңырау шалды' }
  expect((await at().api('staffCancelPolicy', asked, staff)).body).toMatchObject({ code: 14005 })
})
