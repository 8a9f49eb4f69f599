import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import { staffMoney } from '#tests/staff-money.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const { people, stuck, seen, givesBack, signatureOf, signs } = staffMoney(at)

test('money goes back under two names alone: the first sees what the second signs, may take it back, and is never the second', async () => {
  spec('6.staff-refunds-two-signatures')

  const { staff, colleague } = await people()
  const orderId = await stuck('unavailable', 1_000)
  const waits = async (token: string) => {
    const { body } = await at().api('staffToday', {}, token)
    return body.success && body.data.rows.some((row) => row.act === 'sign_refund')
  }
  const { amount } = await seen(orderId, staff)
  expect(await givesBack(orderId, staff, amount - 1)).toMatchObject({ code: 14017 })
  const few = await at().api('staffGiveBack', { order_id: orderId, amount, reason: 'өзі' }, staff)
  expect(few).toMatchObject({ status: 422, body: { errors: [{ path: 'reason' }] } })

  expect(await givesBack(orderId, staff)).toEqual({ success: true })
  expect(await givesBack(orderId, colleague)).toMatchObject({ code: 14060 })
  const first = await signatureOf(orderId, staff)
  const second = await signatureOf(orderId, colleague)
  expect(first.facts).toEqual(second.facts)
  expect(first.facts).toMatchObject({
    amount,
    way: 'mobile_bank',
    to: expect.stringContaining('•'),
  })
  expect(first.facts?.message).toContain('…')
  expect(first.facts?.message).not.toContain('http')
  expect([first.signature.mine, second.signature.mine]).toEqual([true, false])
  expect([await waits(staff), await waits(colleague)]).toEqual([false, true])

  const { signature_id } = first
  const asked = (call: 'staffSignGiveBack' | 'staffWithdrawGiveBack', token: string) =>
    at().api(call, { signature_id }, token)
  expect((await asked('staffSignGiveBack', staff)).body).toMatchObject({ code: 14063 })
  expect((await asked('staffWithdrawGiveBack', colleague)).status).toBe(404)
  const note = 'Клиент әлі күтеді'
  expect(
    (await at().api('staffDeclineGiveBack', { signature_id, note: '' }, colleague)).status,
  ).toBe(422)
  expect((await at().api('staffDeclineGiveBack', { signature_id, note }, colleague)).body).toEqual({
    success: true,
  })
  expect((await asked('staffSignGiveBack', colleague)).body).toMatchObject({ code: 14060 })
  expect((await signatureOf(orderId, staff)).signature).toMatchObject({ state: 'refused', note })

  // Asked for anew and taken back: nobody signs it any more, and no money has moved.
  await givesBack(orderId, staff)
  const again = (await signatureOf(orderId, staff)).signature_id
  await at().api('staffWithdrawGiveBack', { signature_id: again }, staff)
  expect(
    (await at().api('staffSignGiveBack', { signature_id: again }, colleague)).body,
  ).toMatchObject({ code: 14060 })
  expect((await seen(orderId, staff)).refunds).toEqual([])

  // Another payment comes while it is being signed: the sum is not the one that was signed.
  await givesBack(orderId, staff)
  const { db } = at()
  const another = sql`insert into payment_attempts
    select (jsonb_populate_record(attempt, '{"id": "late", "outside_id": null}')).*
    from payment_attempts as attempt where order_id = ${orderId} and state = 'paid'`
  const late = await db.transaction().execute(async (tx) => {
    await sql`select from contracts where id = (select contract_id from orders where id = ${orderId})
      for update`.execute(tx)
    const answer = signs(orderId, colleague)
    await until(
      async () =>
        (
          await sql`select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(tx)
        ).rows,
      (waiting) => waiting.length > 0,
    )
    await another.execute(tx)
    return { answer }
  })
  expect(await late.answer).toMatchObject({ success: false, code: 14060 })
  await db.deleteFrom('payment_attempts').where('id', '=', 'late').execute()
  expect((await seen(orderId, staff)).refunds).toEqual([])

  // Two who sign at once: one refund.
  const both = await Promise.all([signs(orderId, colleague), signs(orderId, colleague)])
  expect(both.filter(({ success }) => success)).toHaveLength(1)
  await at().control('DELETE', '/control/faults')
  const { refunds } = await until(
    () => seen(orderId, staff),
    (order) => order.refunds.length > 0 && order.refunds.every(({ state }) => state === 'done'),
  )
  expect(refunds.map((refund) => refund.amount)).toEqual([amount])
  expect(await waits(colleague)).toBe(false)
})
