import { expect, test } from 'vitest'
import { addDays } from '#domain/calendar.ts'
import { differingFigures } from '#tests/figures.ts'
import { testApp, until } from '#tests/test-app.ts'
import { prepareDemo } from './demo.ts'
import { demoPassword } from './demo-accounts.ts'
import { prepareDemoLife } from './demo-life.ts'
import { demoPromoter } from './demo-promoter.ts'

/** Enough of the three hundred for every state, and for claims of those that are old enough. */
const SALES = 24

test('the life of the demonstration is made once, every figure of it agrees, and no desk page fails', async () => {
  const at = await testApp()
  await prepareDemo(at.server)
  await prepareDemoLife(at.server, () => true, SALES)
  const orders = () =>
    at.db
      .selectFrom('orders')
      .select(['id', 'state'])
      .where('number', 'like', 'QGDEMO2%')
      .orderBy('id')
      .execute()
  const claims = () => at.db.selectFrom('claims').select(['id', 'state']).orderBy('id').execute()
  const hits = () => at.db.selectFrom('kyc_cases').select('iin').execute()
  // What an outside system did not answer in time on a busy machine, the next start makes.
  await until(
    async () => {
      await prepareDemoLife(at.server, () => false, SALES)
      return [(await orders()).length, (await hits()).length]
    },
    ([sales, cases]) => sales === SALES && cases === 3,
  )
  const made = { orders: await orders(), claims: await claims() }
  await prepareDemoLife(at.server, () => false, SALES)
  expect({ orders: await orders(), claims: await claims() }).toEqual(made)
  // Five letters of the first day, once.
  const letters = await at.db.selectFrom('feedback').select(['state', 'locale']).execute()
  expect(letters.map(({ state }) => state)).toEqual(['new', 'new', 'new', 'new', 'new'])
  const states = async () => new Set((await orders()).map(({ state }) => state))
  await until(states, (found) => found.has('refunded'))
  expect([...(await states())].toSorted()).toEqual([
    'cancelled',
    'expired',
    'issued',
    'issuing',
    'refunded',
    'rejected',
  ])
  expect(made.claims.length).toBeGreaterThan(3)
  // Deciders of a claim had opened its papers.
  const unseen = await at.db
    .selectFrom('files')
    .innerJoin('claims', 'claims.id', 'files.claim_id')
    .leftJoin('paper_verdicts', 'paper_verdicts.file_id', 'files.id')
    .select('claims.id')
    .where('claims.state', 'in', ['accepted', 'rejected', 'completed'])
    .where('files.kind', '=', 'slot')
    .where('paper_verdicts.verdict', 'is', null)
    .where('claims.policy_number', 'is not', null)
    .execute()
  expect(unseen).toEqual([])

  const signed = async (iin: string) => {
    const { body } = await at.api('cabinetLogin', { iin, password: demoPassword })
    if (!body.success) throw new Error(`${iin} may not sign in`)
    return body.token
  }
  const [staff, accountant] = [await signed('880808399915'), await signed('850505499909')]
  const entered = await at.api('promoterLogin', { login: demoPromoter.iin, password: demoPassword })
  if (!entered.body.success) throw new Error('the promoter may not sign in')
  const portal = entered.body.access_token
  const promoter = await at.db
    .selectFrom('accounts')
    .select('id')
    .where('realm', '=', 'promoter')
    .where('iin', '=', demoPromoter.iin)
    .executeTakeFirstOrThrow()
  const today = at.server.deps.clock.today()
  const period = { from: addDays(today, -75), to: today }
  // Receipts are made behind.
  await until(
    () => differingFigures(at, accountant, period, [{ id: promoter.id, token: portal }]),
    (differing) => differing.length === 0,
  )

  const desk = await Promise.all([
    at.api('staffToday', {}, staff),
    at.api('staffOrders', { view: 'newest' }, staff),
    at.api('staffClaimBoard', {}, staff),
    at.api('staffClaims', {}, staff),
    at.api('kycCases', {}, staff),
    at.api('staffStatus', {}, staff),
    at.api('staffUsers', {}, staff),
    at.api('staffAudit', {}, staff),
    at.api('promoterDay', {}, portal),
    at.api('promoterSales', { period: 'month' }, portal),
  ])
  expect(desk.map(({ status, body }) => [status, body.success])).toEqual(
    desk.map(() => [200, true]),
  )
  for (const { id } of made.claims)
    expect((await at.api('staffClaim', { claim_id: id }, staff)).body.success).toBe(true)
  for (const { id } of made.orders)
    expect((await at.api('staffOrder', { order_id: id }, staff)).body.success).toBe(true)
})
