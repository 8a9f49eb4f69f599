import { expect, test } from 'vitest'
import { accountant } from '#tests/accounting.ts'
import { account, signedIn } from '#tests/client.ts'
import { promoterAccount, promoterToken, sold } from '#tests/promoter.ts'
import { testApp } from '#tests/test-app.ts'

test('of a cancelled policy whose commission stays nobody is paid, on the accountant’s screen as on the promoter’s', async () => {
  const at = await testApp()
  const token = await promoterToken(at)
  const { id } = await promoterAccount(at)
  const terms = { account_id: id, effective_from: '2026-11-01', day_goal: 10, pay_percent: 30 }
  await at.db
    .insertInto('promoter_terms')
    .values({ ...terms, set_at: new Date(), set_by: id })
    .execute()
  await at.db.updateTable('commissions').set({ returned_on_cancel: false }).execute()
  const { globalId } = await sold(at, token)
  const done = await at.api('promoterCancelPolicy', { globalId }, token)
  expect(done.body).toMatchObject({ success: true })
  await account(at, accountant, { role: 'accountant' })
  const desk = await signedIn(at, accountant)
  const period = { from: '2026-11-01', to: '2026-11-30', format: 'json' } as const
  const { body } = await at.api('reportPromoters', period, desk)
  const own = body.success ? body.data.find(({ promoter }) => promoter === id) : undefined
  const statement = await at.api('promoterStatement', { month: '2026-11' }, token)
  expect(own?.commission).toBeGreaterThan(0)
  expect(own?.pay).toBe(0)
  expect(statement.body.success && (statement.body.data.totals.pay ?? 0)).toBe(0)
})
