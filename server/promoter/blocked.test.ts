import { beforeAll, expect, test } from 'vitest'
import {
  bill,
  otherPromoter,
  portalOrder,
  portalQuote,
  portalSale,
  portalSettled,
  promoterToken,
} from '#tests/promoter.ts'
import { paysBill, purchaseToken, quoted, ready, sale } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'

const at = sharedTestApp()
let token = ''
let other = ''
beforeAll(async () => {
  token = await promoterToken(at())
  other = await promoterToken(at(), otherPromoter)
})

test('while the portal is blocked nothing is calculated or ordered, and what awaits payment goes on', async () => {
  spec('6.promoter-sell-prolong-reissue')

  const waiting = await portalOrder(at(), token, portalSale({ insurant: ready('580210499908') }))
  const quote = await portalQuote(at(), token)
  await at().api('promoterSaveBlockPage', { isBlocked: true, text: 'ББЖ жұмысы' }, token)
  expect((await at().api('promoterCalculate', portalSale(), other)).body).toMatchObject({
    success: false,
    code: 14001,
    data: { text: 'ББЖ жұмысы' },
  })
  expect(
    (await at().api('promoterOrder', { calculationId: quote.calculationId, pay: bill }, token))
      .body,
  ).toMatchObject({ code: 14001 })
  const again = await at().api(
    'promoterOrder',
    { calculationId: waiting.quote.calculationId, pay: bill },
    token,
  )
  expect(again.body).toMatchObject({ success: true, data: { orderId: waiting.orderId } })
  await paysBill(at(), ready('580210499908').phone)
  expect(await portalSettled(at(), token, waiting.orderId)).toMatchObject({
    data: { status: 'issued' },
  })
  const client = ready('060512599918')
  expect(
    await quoted(at(), await purchaseToken(at(), client), sale({ insurant: client })),
  ).toMatchObject({ premium: expect.any(Number) })
  await at().api('promoterSaveBlockPage', { isBlocked: false }, token)
  expect(
    (await at().api('promoterOrder', { calculationId: quote.calculationId, pay: bill }, token))
      .body,
  ).toMatchObject({ success: true })
})

test.each([
  [null, '2026-11-20T18:59:59.999Z'],
  ['2026-11-01', '2026-11-20T18:59:59.999Z'],
  ['2026-12-05', '2026-12-05T18:59:59.999Z'],
  ['2026-12-05T20:00:00Z', '2026-12-06T18:59:59.999Z'],
])('a stop from %s that names no end is over at %s', async (dateFrom, dateTo) => {
  for (const none of [{}, { dateTo: null }]) {
    const stop = { isBlocked: true, dateFrom, text: 'Жүйе', ...none }
    expect((await at().api('promoterSaveBlockPage', stop, token)).body).toMatchObject({
      data: { isBlocked: true, dateTo },
    })
  }
  await at().api('promoterSaveBlockPage', { isBlocked: false }, token)
})
