import { expect, test } from 'vitest'
import { buyer, ordered, paysBill, purchaseToken, settled } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { testApp, until } from '#tests/test-app.ts'

test('a person buys a policy with a mobile-bank bill and holds its papers', async () => {
  spec('3.2.ogpo-policy-global-id', '4.1.issuance-data-check-insertion')

  const at = await testApp()
  const token = await purchaseToken(at)
  const { orderId, key, quote } = await ordered(at, token)
  expect(quote.insurance_premium).toBe(quote.premium)

  const bill = await paysBill(at)
  expect(bill.amount).toBe(quote.premium)
  const issued = await settled(at, token, orderId)
  expect(issued).toMatchObject({
    success: true,
    data: { status: 'issued', startDate: '2026-11-21', endDate: '2027-11-20' },
  })
  expect(await at.api('checkOrderPaid', { orderId }, token)).toMatchObject({
    body: { success: true, data: { status: 'paid' } },
  })

  const done = await until(
    async () => (await at.api('ogpoCheckOrderSet', { orderId }, token)).body,
    (body) => body.success && body.data.files?.policy !== undefined,
  )
  if (!done.success) throw new Error('not issued')
  const paper = await fetch(`${at.url}/download-policy/${done.data.files?.policy?.uuid}`)
  expect(paper.headers.get('content-type')).toBe('application/pdf')
  expect(
    Buffer.from(await paper.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')

  const letters = await until(
    () => at.mails('client@example.kz'),
    (mails) => mails.length > 0,
  )
  expect(letters[0]?.attachments).toHaveLength(4)
  const messages = await at.messages(buyer.phone)
  expect(messages[0]).toMatchObject({ from: 'Qorgan' })
  const short = /https?:\S+\/c\/\S+/.exec(messages[0]?.text ?? '')?.[0] ?? ''
  const led = await fetch(short, { redirect: 'manual' })
  expect(led.headers.get('location')).toContain(key)
  expect(
    (await at.journal('esbd')).filter(({ operation }) => operation === 'SetPolicy'),
  ).toHaveLength(1)
})
