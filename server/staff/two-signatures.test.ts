import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { heldActs } from '#tests/held.ts'
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

  // Requested again and withdrawn: nobody can sign it any more, and no money has moved.
  await givesBack(orderId, staff)
  const again = (await signatureOf(orderId, staff)).signature_id
  await at().api('staffWithdrawGiveBack', { signature_id: again }, staff)
  expect(
    (await at().api('staffSignGiveBack', { signature_id: again }, colleague)).body,
  ).toMatchObject({ code: 14060 })
  expect((await seen(orderId, staff)).refunds).toEqual([])

  // Another payment arrives while it is being signed: the sum differs from the signed one.
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

test('a second signature under a refund waits its seconds: no money moves, it is taken back, and left alone it goes once', async () => {
  spec('6.held-signatures')

  const { staff, colleague } = await people()
  const { heldId, goes, said } = heldActs(at)
  const orderId = await stuck('unavailable', 1_000)
  await givesBack(orderId, staff)
  const { signature_id } = await signatureOf(orderId, colleague)
  const press = async (token: string, hold = true) =>
    (await at().api('staffSignGiveBack', { signature_id, hold }, token)).body
  const takesBack = async (held_id: string, token: string) =>
    (await at().api('deskTakeBack', { held_id }, token)).body
  const moved = async () => (await seen(orderId, staff)).refunds.map(({ amount }) => amount)
  expect(await press(staff)).toMatchObject({ code: 14063 })
  expect(await press(colleague)).toEqual({ success: true })
  // A second press, held or not, gets the refusal that one already waits.
  expect(await press(colleague)).toMatchObject({ code: 14160 })
  expect(await press(colleague, false)).toMatchObject({ code: 14160 })
  expect(await moved()).toEqual([])
  const shown = (await signatureOf(orderId, colleague)).signature
  expect(shown).toMatchObject({ state: 'waiting', held: { mine: true } })
  expect((await signatureOf(orderId, staff)).signature.held).toMatchObject({ mine: false })

  const gone = await heldId('refund', orderId)
  expect(await takesBack(gone, staff)).toMatchObject({ code: 14161 })
  expect(await takesBack(gone, colleague)).toEqual({ success: true })
  expect(await takesBack(gone, colleague)).toMatchObject({ code: 14161 })
  // The enqueued job finds nothing.
  await goes(gone)
  expect(await moved()).toEqual([])
  expect((await signatureOf(orderId, staff)).signature).toMatchObject({
    state: 'waiting',
    held: null,
  })

  // The first takes the request back in those seconds: it does not go.
  await press(colleague)
  const late = await heldId('refund', orderId)
  await at().api('staffWithdrawGiveBack', { signature_id }, staff)
  await goes(late)
  expect(await moved()).toEqual([])
  expect(await said(orderId)).toEqual([
    'signature.held',
    'signature.taken_back',
    'signature.held',
    'signature.not_gone',
  ])

  await givesBack(orderId, staff)
  const again = (await signatureOf(orderId, colleague)).signature_id
  await at().api('staffSignGiveBack', { signature_id: again, hold: true }, colleague)
  const last = await heldId('refund', orderId)
  // Without the faults the next try would register the policy.
  await until(
    async () => {
      // While a try runs, the job is repeated.
      await Promise.allSettled([goes(last), goes(last)])
      return moved()
    },
    (refunds) => refunds.length > 0,
  )
  expect(await moved()).toHaveLength(1)
  expect(await takesBack(last, colleague)).toMatchObject({ code: 14161 })
  await at().control('DELETE', '/control/faults')
})

test('a held refund for which the unified database does not answer is tried again, and the desk says so', async () => {
  const { staff, colleague } = await people()
  const { heldId, goes, said } = heldActs(at)
  const orderId = await stuck('unavailable', 1_000)
  await givesBack(orderId, staff)
  const { signature_id } = await signatureOf(orderId, colleague)
  await at().api('staffSignGiveBack', { signature_id, hold: true }, colleague)
  const held = await heldId('refund', orderId)
  await at().fault('esbd', 'unavailable', { operation: 'GetPoliciesByNumber', times: 1_000 })
  await until(
    () =>
      goes(held).then(
        () => '',
        (cause: unknown) => String(cause),
      ),
    (answer) => answer.includes('GetPoliciesByNumber'),
  )
  expect((await signatureOf(orderId, colleague)).signature).toMatchObject({
    state: 'waiting',
    held: { mine: true, waits_for: 'esbd' },
  })
  expect(await said(orderId)).toEqual(['signature.held'])
  // The system answers again: the one press takes effect.
  await at().control('DELETE', '/control/faults')
  await at().fault('esbd', 'unavailable', { operation: 'SetPolicy', times: 1_000 })
  const { refunds } = await until(
    async () => {
      await Promise.allSettled([goes(held)])
      return seen(orderId, staff)
    },
    (order) => order.refunds.length > 0,
  )
  expect(refunds).toHaveLength(1)
  await at().control('DELETE', '/control/faults')
})
