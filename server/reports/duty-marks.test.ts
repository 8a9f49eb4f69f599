import { expect, test } from 'vitest'
import { account, signedIn } from '#tests/client.ts'
import { namesake } from '#tests/kyc-desk.ts'
import { clockOn, purchaseToken, sale } from '#tests/sale.ts'
import { testApp } from '#tests/test-app.ts'

const accountant = { iin: '850505499909', phone: '77010000555' }

test('a day of matches is marked anew when another one was found after its mark', async () => {
  const at = await testApp()
  await account(at, accountant, { role: 'accountant' })
  const token = await signedIn(at, accountant)
  const watched = async () => {
    const { body } = await at.api('reportDuties', {}, token)
    if (!body.success) throw new Error(body.message)
    return body.data.filter(({ duty }) => duty === 'watch_list')
  }
  const marks = async (period: string, note: string) =>
    (await at.api('reportMarkDuty', { duty: 'watch_list', period, how: 'done', note }, token)).body
  await at.api(
    'ogpoCalculate',
    sale({ insurant: { ...namesake } }),
    await purchaseToken(at, namesake),
  )
  const period = (await watched())[0]?.period ?? ''
  expect(await marks(period, 'ФМ-1 № 12')).toEqual({ success: true })
  expect(await marks(period, 'ФМ-1 № 13')).toMatchObject({ success: false })

  const found = new Date(at.server.deps.clock.now().getTime() + 30_000)
  await at.db.updateTable('kyc_cases').set({ opened_at: found }).execute()
  expect(await watched()).toMatchObject([{ state: 'open' }])
  await clockOn(at, 2 * 60)
  expect(await marks(period, 'ФМ-1 № 13')).toEqual({ success: true })
  expect(await watched()).toMatchObject([{ state: 'done', mark: { note: 'ФМ-1 № 13' } }])
  expect(await marks(period, 'ФМ-1 № 14')).toMatchObject({ success: false })
})

test('a day that no calendar has is no period of a duty', async () => {
  const at = await testApp({ WORKER: 'off' })
  await account(at, accountant, { role: 'accountant' })
  const answer = await at.raw('/api/reports/markDuty', {
    body: { duty: 'watch_list', period: '2026-02-31', how: 'done', note: 'ФМ-1 № 12' },
    token: await signedIn(at, accountant),
  })
  expect(answer.status).toBe(422)
})
