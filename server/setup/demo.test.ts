import { expect, test } from 'vitest'
import { testApp, until } from '#tests/test-app.ts'
import { prepareDemo } from './demo.ts'
import { demoLogins, demoPassword } from './demo-accounts.ts'
import { demoPromoter } from './demo-promoter.ts'

test('the demonstration client has active and ended policies with papers, two cards and a claim; each account opens; a second start adds nothing', async () => {
  const at = await testApp()
  await prepareDemo(at.server)
  await prepareDemo(at.server)
  const users = []
  for (const { iin } of demoLogins.filter(({ who }) => who !== 'promoter')) {
    const signed = await at.api('cabinetLogin', { iin, password: demoPassword })
    if (!signed.body.success) throw new Error(`${iin} may not sign in`)
    users.push(signed.body)
  }
  expect(users.map(({ user }) => [user.iin, user.role, user.administrator])).toEqual([
    ['850315399904', 'user', false],
    ['850505499909', 'accountant', false],
    ['780915399906', 'accountant', false],
    ['880808399905', 'staff', false],
    ['880808399915', 'staff', true],
  ])
  const token = users[0]?.token ?? ''
  const { body } = await at.api('cabinetPolicies', {}, token)
  if (!body.success) throw new Error('no policies')
  expect(body.data.active.map(({ cars, may }) => [cars[0]?.registrationNumber, may.renew])).toEqual(
    [
      ['900ZHK02', false],
      ['901ZHK02', true],
    ],
  )
  expect(body.data.inactive.map(({ state }) => state)).toEqual(['ended'])
  const home = await until(
    async () => (await at.api('cabinetPolicies', {}, token)).body,
    (list) => list.success && list.data.pending.length === 1,
  )
  expect(home.success && home.data.pending[0]).toMatchObject({
    source: 'qorgan_egov_home',
    subscription_active: true,
  })
  const active = body.data.active[0]
  const asked = { calcId: active?.calc_id ?? '', covernoteUuid: active?.uuid ?? '' }
  await until(
    async () => (await at.api('cabinetPolicyFiles', asked, token)).body,
    (files) => files.success && files.data.policy !== undefined,
  )
  const cards = await until(
    async () => (await at.api('cabinetGetCards', {}, token)).body,
    (answer) => answer.success && answer.cards.length === 2,
  )
  expect(cards).toMatchObject({ cards: [{ active: '0' }, { active: '1' }] })
  expect((await at.api('claimGetClaims', {}, token)).body).toMatchObject({
    success: true,
    data: [{ status: 'wait' }],
  })
  expect((await at.api('cabinetSessions', {}, token)).body).toMatchObject({
    data: [{ current: true }],
  })

  const globalId = active?.global_id ?? ''
  const sums = await at.api('cabinetCalcTerminate', { globalId, terminateReason: 'sold' }, token)
  expect(sums.body).toMatchObject({ success: true, data: { elapsedDays: 121, totalDays: 365 } })
  const bill = await at.db
    .selectFrom('payment_attempts')
    .select('outside_id')
    .where('way', '=', 'bill')
    .execute()
  for (const { outside_id } of bill)
    expect((await at.server.deps.systems.bank.status(outside_id ?? '')).status).toBe('paid')

  const signed = await at.api('promoterLogin', { login: demoPromoter.iin, password: demoPassword })
  if (!signed.body.success) throw new Error('the promoter may not sign in')
  const portal = signed.body.access_token
  expect((await at.api('promoterSales', { period: 'month' }, portal)).body).toMatchObject({
    data: { totals: { issued: 2 } },
  })
  expect((await at.api('promoterExpiring', {}, portal)).body).toMatchObject({
    data: { policies: [{ daysLeft: 20 }] },
  })
})
