import { beforeAll, expect, test } from 'vitest'
import { sweep } from '#server/jobs/workers.ts'
import { signedIn } from '#tests/client.ts'
import { otherPromoter, promoterToken, sold } from '#tests/promoter.ts'
import { buyer, car } from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'
import { recoveries } from '../work.ts'

const at = sharedTestApp()
let token = ''
let other = ''
let client = ''
let globalId = ''

/** The demonstration client's policy, which ends in ten days. */
beforeAll(async () => {
  token = await promoterToken(at())
  other = await promoterToken(at(), otherPromoter)
  // Before any other SMS can arrive.
  client = await signedIn(at())
  globalId = (await sold(at(), token)).globalId
  await ends('2026-11-30')
})

const ends = (day: string) =>
  at()
    .db.updateTable('policies')
    .set({ state: 'active', start_date: '2025-12-01', end_date: day })
    .where('global_id', '=', globalId)
    .execute()
async function listed() {
  const { body } = await at().api('promoterExpiring', {}, token)
  if (!body.success) throw new Error('no list')
  return body.data.policies.find((policy) => policy.globalId === globalId)
}
const contact = async (who = token) =>
  (await at().api('promoterRenewalContact', { globalId }, who)).body
const reminders = async () =>
  at()
    .db.selectFrom('reminders')
    .innerJoin('policies', 'policies.id', 'reminders.policy_id')
    .select('reminders.days')
    .where('policies.global_id', '=', globalId)
    .execute()

test('the list tells today’s price with the policies', async () => {
  const one = await listed()
  const alone = await at().api('promoterRenewalPrice', { globalId }, token)
  if (!alone.body.success) throw new Error('no price')
  expect(one).toMatchObject({ daysLeft: 11, noCalls: null, today: alone.body.data })
})

test('the seller alone is told the phone, with a text in the client’s language', async () => {
  expect(await contact()).toMatchObject({
    success: true,
    data: {
      phone: buyer.phone,
      language: 'kz',
      text: expect.stringMatching(new RegExp(`30\\.11\\.2026.*${car.registrationNumber}.*₸`)),
    },
  })
  await at()
    .db.updateTable('accounts')
    .set({ locale: 'ru' })
    .where('iin', '=', buyer.iin)
    .where('realm', '=', 'cabinet')
    .execute()
  expect(await contact()).toMatchObject({
    data: { language: 'ru', text: expect.stringContaining('Здравствуйте') },
  })
  for (const [name, body] of [
    ['promoterRenewalContact', { globalId }],
    ['promoterRenewalAnswer', { globalId, carSold: true }],
    ['promoterNoCalls', { globalId, on: true }],
  ] as const)
    expect((await at().api(name, body, other)).status).toBe(404)
})

test('of a sold car nobody is reminded, and it is taken back', async () => {
  const answer = (carSold: boolean) =>
    at().api('promoterRenewalAnswer', { globalId, carSold }, token)
  expect((await answer(true)).body).toEqual({ success: true })
  expect((await answer(true)).body).toEqual({ success: true })
  expect(await listed()).toBeUndefined()
  // Only now it is a reminder day: the product also looks for those by itself.
  await ends('2026-11-27')
  await sweep(at().server.deps, recoveries)
  expect(await reminders()).toEqual([])
  expect((await answer(false)).body).toEqual({ success: true })
  expect(await listed()).toMatchObject({ globalId })
  const asked = await until(
    async () => {
      await sweep(at().server.deps, recoveries)
      return reminders()
    },
    (rows) => rows.length > 0,
  )
  expect(asked).toEqual([{ days: 7 }])
  const acts = await at()
    .db.selectFrom('audit')
    .select('action')
    .where('action', 'in', ['policy.car_sold', 'policy.car_kept'])
    .orderBy('id')
    .execute()
  expect(acts.map(({ action }) => action)).toEqual(['policy.car_sold', 'policy.car_kept'])
})

test('who asked not to be called is shown to no promoter by their phone, till it is taken back', async () => {
  const wish = (on: boolean, who = token) => at().api('promoterNoCalls', { globalId, on }, who)
  const shownPhone = async () => {
    const { body } = await at().api('promoterGetPolicy', { globalId }, token)
    return body.success ? body.data.insurant : null
  }
  expect(await shownPhone()).toMatchObject({ phone: buyer.phone, noCalls: false })
  expect((await wish(true)).body).toEqual({ success: true })
  expect(await listed()).toMatchObject({ noCalls: 'own' })
  expect(await contact()).toMatchObject({ success: false, code: 14134 })
  expect(await shownPhone()).toMatchObject({ phone: '', noCalls: true })
  const found = await at().api(
    'promoterSearch',
    { by: 'plate', value: car.registrationNumber },
    token,
  )
  expect(found.body).toMatchObject({ data: { policies: [{ noCalls: true }] } })
  expect((await wish(false)).body).toEqual({ success: true })
  expect(await contact()).toMatchObject({ success: true })

  expect((await at().api('cabinetSetCalls', { on: false }, client)).body).toEqual({ success: true })
  expect((await at().api('cabinetGetMe', {}, client)).body).toMatchObject({
    data: { calls: false },
  })
  expect(await listed()).toMatchObject({ noCalls: 'other' })
  expect((await wish(false)).body).toMatchObject({ success: false, code: 14134 })
  // A wish also given to the promoter remains the client's own.
  expect((await wish(true)).body).toEqual({ success: true })
  expect((await wish(false)).body).toMatchObject({ success: false, code: 14134 })
  expect((await at().api('cabinetSetCalls', { on: true }, client)).body).toEqual({ success: true })
  expect(await contact()).toMatchObject({ success: true })
})
