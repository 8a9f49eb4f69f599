import { expect, test } from 'vitest'
import { ordered, paysBill, purchaseToken, quoted, sale, settled } from '#tests/sale.ts'
import { testApp } from '#tests/test-app.ts'

test('an insurer without a login is not offered nor sold, and another is sold by its own', async () => {
  const at = await testApp({ ESBD_USERS: '1/1-a:sandbox,1/1-b:sandbox,2/2-a:sandbox' })
  const token = await purchaseToken(at)
  const { body } = await at.api('ogpoOptions', {}, token)
  expect(body.success && body.data.insurers.map(({ code }) => code)).toEqual(['dala', 'tobyl'])
  const refused = await at.api('ogpoCalculate', sale({ order: { insurer: 'alatau' } }), token)
  expect(refused.body).toMatchObject({ success: false, code: 12002 })
  const { orderId } = await ordered(at, token, sale({ order: { insurer: 'tobyl' } }))
  await paysBill(at)
  expect(await settled(at, token, orderId)).toMatchObject({ data: { status: 'issued' } })
  expect(await quoted(at, token)).toMatchObject({ insurer: { code: 'dala' } })
})
