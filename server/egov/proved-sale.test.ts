import { describe, expect, test } from 'vitest'
import { egovBrowser } from '#tests/egov-browser.ts'
import { buyer, paysBill, purchaseToken, quoted, ready, sale, settled } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const app = sharedTestApp({ STAFF_SIGN_IN_CODE: 'on' })
const { browser } = egovBrowser(app)

describe('the purchase of a person the sign-in has proved', () => {
  const orderOf = (token: string, quote: { calculationId: string }, flow?: 'egov') =>
    app().api(
      'ogpoOrder',
      {
        calculationId: quote.calculationId,
        pay: { system: 'mobile_bank', method: 'bill' },
        ...(flow ? { flow } : {}),
      },
      token,
    )
  const rowOf = (id: string) =>
    app().db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  test('needs no code; its channel is kept apart under the ordinary source, its links stay on its own pages', async () => {
    const visitor = browser()
    await visitor.signsIn({ iin: buyer.iin })
    const token = visitor.token()
    const options = await app().api('ogpoOptions', {}, token)
    expect(options.body).toMatchObject({
      data: { buyer: { iin: buyer.iin, phone: buyer.phone, egov: true } },
    })
    const placed = await orderOf(token, await quoted(app(), token), 'egov')
    if (!placed.body.success) throw new Error(JSON.stringify(placed.body))
    const { orderId } = placed.body.data
    expect(await rowOf(orderId)).toMatchObject({
      channel: 'egov',
      source: 'con_aonit_ogpo',
      partner: null,
    })
    await paysBill(app())
    expect(await settled(app(), token, orderId)).toMatchObject({ data: { status: 'issued' } })
    const messages = await until(
      () => app().messages(buyer.phone),
      (all) => all.some(({ text }) => text.includes('/c/')),
    )
    const [short = ''] = messages.flatMap(({ text }) => /https?:\S+\/c\/\S+/.exec(text) ?? [])
    const led = await fetch(short, { redirect: 'manual' })
    expect(led.headers.get('location')).toContain('/egov/policy/qorgan-ogpo/insurance?order=')
  })

  test('a buyer proved by a code sells under the site, whatever the request says', async () => {
    const token = await purchaseToken(app())
    const placed = await orderOf(
      token,
      await quoted(app(), token, sale({ order: { period: 12 } })),
      'egov',
    )
    if (!placed.body.success) throw new Error(JSON.stringify(placed.body))
    expect((await rowOf(placed.body.data.orderId)).channel).toBe('site')
  })

  test('after bad scoring the insurer’s other offer has its own source and is kept as accepted', async () => {
    spec('3.2.source-product-_ogpo_bad_scoring')

    const bad = ready('870901499925')
    const token = await purchaseToken(app(), bad)
    const of = (insurer: string) => sale({ insurant: { ...bad }, order: { insurer } })
    expect((await app().api('ogpoCalculate', of('dala'), token)).body).toMatchObject({
      success: false,
      code: 5,
    })
    const placed = await orderOf(token, await quoted(app(), token, of('tobyl')))
    if (!placed.body.success) throw new Error(JSON.stringify(placed.body))
    const row = await rowOf(placed.body.data.orderId)
    expect(row.source).toBe('qorgan_ogpo_bad_scoring')
    expect(row.accepted).toMatchObject({ otherOffer: 'tobyl' })
  })
})
