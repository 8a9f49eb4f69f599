import { expect, test } from 'vitest'
import { maskIin } from '#domain/iin.ts'
import { account, signedIn } from '#tests/client.ts'
import { kycDesk, namesake } from '#tests/kyc-desk.ts'
import { purchaseToken, sale } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const { statusOf, staff, imports, unblocksByTwo } = kycDesk(at)

test('a person on a list is blocked with what was compared; unblocked with a reason they buy again, until a new entry matches', async () => {
  spec(
    '1.staff-handle-kyc-unblock',
    '4.1.kyc-blocked-unblocked-reason',
    '6.staff-unblock-client-reason',
    '7.4.kyc-status-unblock-keep',
  )

  const buys = await purchaseToken(at(), namesake)
  const calculate = async () =>
    (await at().api('ogpoCalculate', sale({ insurant: { ...namesake } }), buys)).body
  expect(await calculate()).toMatchObject({ code: 12004 })

  const blocked = await statusOf(namesake.iin)
  expect(blocked).toMatchObject({
    status: 'blocked',
    reason: null,
    compared: 'person',
    to_decide: true,
    iin: '8303••••9916',
    person: { birthDate: expect.any(String) },
  })
  expect(blocked.matches[0]).toMatchObject({
    list: 'TERROR',
    effect: 'block',
    by: expect.stringMatching(/^similar/),
    iin: null,
    names: [expect.any(String)],
    version: expect.stringMatching(/^[0-9a-f]{8}$/),
  })
  expect(blocked.history.map(({ event, by }) => [event, by])).toEqual([['blocked', null]])
  // Word by word, by the rule that screened.
  const { parts, score } = blocked.matches[0] ?? {}
  expect(parts?.score).toBeCloseTo(score ?? -1, 3)
  expect(parts?.words.length).toBeGreaterThan(1)
  const waiting = await at().api('kycCases', {}, await staff())
  expect(waiting.body).toMatchObject({
    data: { cases: expect.arrayContaining([expect.objectContaining({ iin: '8303••••9916' })]) },
  })

  const unblock = async (reason: string) =>
    at().api('kycUnblock', { iin: namesake.iin, reason }, await staff(), 'ru')
  expect(await unblock('  да ')).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'reason' }] },
  })
  // A decision about a case as it was before its last change is refused.
  const stale = {
    iin: namesake.iin,
    reason: 'Другой человек: сверено удостоверение',
    seen: '2020-01-01T00:00:00.000Z',
  }
  expect((await at().api('kycUnblock', stale, await staff())).body).toMatchObject({ code: 14060 })
  const seen = (await statusOf(namesake.iin)).changed_at ?? ''
  expect((await at().api('kycUnblock', { ...stale, seen }, await staff())).body).toEqual({
    success: true,
  })
  expect((await unblock('Ещё раз то же самое')).body).toMatchObject({
    success: false,
    code: 14077,
    message: 'Клиент не заблокирован',
  })
  expect(await calculate()).toMatchObject({ success: true })
  const after = await statusOf(namesake.iin)
  expect(after).toMatchObject({
    status: 'unblocked',
    reason: 'Другой человек: сверено удостоверение',
    to_decide: false,
  })
  expect(after.matches).toHaveLength(blocked.matches.length)
  const written = await at()
    .db.selectFrom('audit')
    .selectAll()
    .where('action', '=', 'client.unblocked')
    .execute()
  expect(written).toHaveLength(1)
  expect(written[0]?.actor).toMatch(/^staff:[0-9a-f-]{36}$/)
  expect(JSON.stringify(await at().db.selectFrom('audit').selectAll().execute())).not.toContain(
    namesake.iin,
  )

  // Another list names the person by their IIN: that was never decided about.
  await at().control('PUT', `/control/people/${namesake.iin}`, { lists: ['TERROR_FINANCING'] })
  await imports()
  await until(calculate, (body) => !body.success)
  expect(await statusOf(namesake.iin)).toMatchObject({
    status: 'blocked',
    reason: null,
    to_decide: true,
  })

  // Staff look and leave the block: the case waits no longer.
  expect(
    (await at().api('kycKeep', { iin: namesake.iin, reason: 'Совпадает ИИН' }, await staff())).body,
  ).toEqual({ success: true })
  const kept = await statusOf(namesake.iin)
  expect(kept).toMatchObject({ status: 'blocked', to_decide: false, reason: 'Совпадает ИИН' })
  expect(kept.history.map(({ event }) => event)).toEqual([
    'kept',
    'blocked',
    'unblocked',
    'blocked',
  ])
  expect(kept.history.map(({ by }) => by)).toEqual(['Тұрсынов Ерлан', null, 'Тұрсынов Ерлан', null])
})

test('staff neither decide about themselves nor read what stands against them', async () => {
  await at().api(
    'ogpoCalculate',
    sale({ insurant: { ...namesake } }),
    await purchaseToken(at(), namesake),
  )
  const { id } = await account(at(), namesake)
  await at().db.updateTable('accounts').set({ role: 'staff' }).where('id', '=', id).execute()
  const mine = await signedIn(at(), namesake)
  const about = { iin: namesake.iin, reason: 'Другой человек: сверено удостоверение' }
  expect((await at().api('kycUnblock', about, mine)).body).toMatchObject({
    success: false,
    code: 14090,
  })
  expect((await at().api('kycKeep', about, mine)).body).toMatchObject({
    success: false,
    code: 14090,
  })
  for (const whom of [{ iin: namesake.iin }, { account_id: id }])
    expect((await at().api('kycStatus', whom, mine)).body).toMatchObject({ code: 14090 })
  for (const view of ['waiting', 'blocked'] as const) {
    const { body } = await at().api('kycCases', { view }, mine)
    const ours = body.success ? body.data.cases.map(({ iin }) => iin) : ['refused']
    expect(ours).not.toContain(maskIin(namesake.iin))
  }
  const page = await at().api('staffClient', { account_id: id }, mine)
  expect(page.body).toMatchObject({ success: true, data: { kyc: null } })
  await unblocksByTwo(namesake.iin)
  expect(await statusOf(namesake.iin)).toMatchObject({ status: 'unblocked' })
})

test('the desk tells an IIN in full by the case alone, once it is written down; the person reads who looked', async () => {
  await at().api(
    'ogpoCalculate',
    sale({ insurant: { ...namesake } }),
    await purchaseToken(at(), namesake),
  )
  const whole = async (of: Parameters<typeof revealed>[0]) => (await revealed(of)).body
  const revealed = async (of: { case_id?: string; account_id?: string; what: 'iin' | 'phone' }) =>
    at().api('staffReveal', of, await staff())
  const seen = await statusOf(namesake.iin)
  const everything = await at().api('kycCases', { view: 'waiting' }, await staff())
  const blocked = await at().api('kycCases', { view: 'decided' }, await staff())
  expect(JSON.stringify([seen, everything.body, blocked.body])).not.toContain(namesake.iin)
  const case_id = seen.case_id ?? ''
  expect(await whole({ case_id, what: 'iin' })).toEqual({
    success: true,
    data: { value: namesake.iin, seconds: 60 },
  })
  expect((await revealed({ case_id, what: 'phone' })).status).toBe(404)
  expect((await revealed({ case_id, account_id: case_id, what: 'iin' })).status).toBe(422)
  expect((await revealed({ what: 'iin' })).status).toBe(422)
  const written = await at()
    .db.selectFrom('audit')
    .selectAll()
    .where('action', '=', 'client.iin_revealed')
    .execute()
  expect(written).toHaveLength(1)
  expect(written[0]).toMatchObject({ details: { case: case_id } })
  expect(JSON.stringify(written)).not.toContain(namesake.iin)
  await at()
    .db.updateTable('accounts')
    .set({ role: 'user' })
    .where('iin', '=', namesake.iin)
    .execute()
  const { body: own } = await at().api('cabinetLooks', {}, await signedIn(at(), namesake))
  expect(own.success && own.data.flatMap(({ saw }) => saw)).toContain('client.iin_revealed')
  // A client's page leads to their case by the account.
  const account_id = seen.account_id ?? ''
  const byAccount = await at().api('kycStatus', { account_id }, await staff())
  expect(byAccount.body).toMatchObject({ success: true, data: { case_id } })
})
