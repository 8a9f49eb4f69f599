import { beforeAll, expect, test } from 'vitest'
import {
  bill,
  otherPromoter,
  portalOrder,
  portalSale,
  promoter,
  promoterToken,
  sold,
} from '#tests/promoter.ts'
import { sheetOf } from '#tests/read-xlsx.ts'
import { buyer, ready } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
let token = ''
let other = ''
let issued: Awaited<ReturnType<typeof sold>>
beforeAll(async () => {
  token = await promoterToken(at())
  other = await promoterToken(at(), otherPromoter)
  issued = await sold(at(), token)
  await portalOrder(at(), token)
})

async function listed(body: object, by = token) {
  const { body: answer } = await at().raw('/api/promoter/sale/list', { body, token: by })
  return answer.data
}
async function file(query: string, by = token) {
  const answer = await fetch(`${at().url}/api/promoter/sale/file?${query}`, {
    headers: { authorization: `Bearer ${by}`, 'accept-language': 'ru' },
  })
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

test('own sales are narrowed by state, kind and insurer, and what they come to with them', async () => {
  spec('6.promoter-sales-filters-files')
  const all = await listed({ period: 'week' })
  expect(all).toMatchObject({
    totals: { orders: 2, issued: 1, awaiting: 1 },
    insurers: [{ code: 'dala' }],
  })
  expect(all.sales).toHaveLength(2)
  expect((await listed({ period: 'month', state: 'issued' })).sales).toMatchObject([
    { state: 'issued', orderId: issued.orderId },
  ])
  expect(await listed({ state: 'awaiting_payment', insurer: 'dala', kind: 'new' })).toMatchObject({
    sales: [{ state: 'awaiting_payment' }],
    totals: { orders: 1, issued: 0, awaiting: 1 },
  })
  for (const none of [{ kind: 'reissue' }, { insurer: 'tobyl' }, { period: 'last_month' }])
    expect((await listed(none)).sales).toEqual([])
  const wrong = await at().api('promoterSales', { state: 'sold' } as never, token)
  expect(wrong).toMatchObject({ status: 422, body: { errors: [{ path: 'state' }] } })
})

test('the file has the columns and rows of the screen, people masked, and only one’s own', async () => {
  const csv = (await file('period=month&format=csv')).bytes.toString('utf8').trim().split(/\r?\n/)
  expect(csv[0]).toContain('Создан')
  expect(csv[0]).toContain('Последний день')
  expect(csv).toHaveLength(3)
  expect(csv.join()).toContain(issued.globalId)
  expect(csv.join()).not.toMatch(new RegExp(`${buyer.iin}|${buyer.phone}|Әбдіқадыров`))
  const { answer, bytes } = await file('period=month&state=issued&format=xlsx')
  expect(answer.headers.get('content-type')).toContain('spreadsheetml')
  const rows = sheetOf(bytes)
  expect(rows[0]?.[0]?.value).toBe('Мои продажи')
  expect(rows[2]?.[0]?.value).toBe('Фильтры: Статус = Оформлен')
  expect(rows.at(-1)?.[0]?.value).toBe('Итого, строк: 1')
  expect((await file('period=month&format=csv', other)).bytes.toString('utf8')).not.toContain(
    issued.globalId,
  )
  expect((await file('period=month&format=pdf')).answer.status).toBe(422)
  const made = await at()
    .db.selectFrom('audit')
    .select(['actor', 'details'])
    .where('action', '=', 'sale.exported')
    .execute()
  expect(made[0]?.actor).toMatch(/^promoter:/)
  expect(JSON.stringify(made)).not.toContain(promoter.iin)
})

test('what an own policy costs today for another year is told to whoever sold it alone', async () => {
  const { db } = at()
  await db
    .updateTable('policies')
    .set({ state: 'active', start_date: '2025-12-02', end_date: '2026-12-01' })
    .where('global_id', '=', issued.globalId)
    .execute()
  const { globalId } = issued
  const price = await at().api('promoterRenewalPrice', { globalId }, token)
  expect(price.body).toMatchObject({
    success: true,
    data: { date_start: '2026-12-02', premium: expect.any(Number), since_last: {} },
  })
  expect((await at().api('promoterRenewalPrice', { globalId }, other)).status).toBe(404)
})

test('a sale that came to nothing says why, and what was filled in is sold anew under the same id', async () => {
  spec('6.promoter-sell-prolong-reissue')
  const of = portalSale({ insurant: ready('880214399916') })
  const lost = await portalOrder(at(), token, of)
  const draft = crypto.randomUUID()
  const { applicationId } = of.operation
  await at().api(
    'promoterDraftSave',
    { id: draft, revision: 1, applicationId, content: { kept: true } },
    token,
  )
  const shown = async (orderId: string) =>
    (await listed({})).sales.find((sale: { orderId: string }) => sale.orderId === orderId)
  expect(await shown(lost.orderId)).toMatchObject({ trouble: null, way: 'bill', draft: null })
  await at().api('ogpoCancelOrder', { orderId: lost.orderId }, token)
  expect(await shown(lost.orderId)).toMatchObject({ trouble: 'cancelled', way: 'again', draft })
  expect(await shown(issued.orderId)).toMatchObject({ trouble: null, way: null, draft: null })
  // Its quote already has an order: the page gets the answer to use another id, and continues.
  const stale = await at().api('promoterCalculate', of, token)
  expect(stale).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'operation.applicationId' }] },
  })
  const anew = { ...of, operation: { ...of.operation, applicationId: crypto.randomUUID() } }
  expect((await portalOrder(at(), token, anew)).orderId).not.toBe(lost.orderId)
})

test('a bill that could not go says so, and another may be sent', async () => {
  const poor = ready('910330499911')
  const { body: priced } = await at().api(
    'promoterCalculate',
    portalSale({ insurant: poor }),
    token,
  )
  if (!priced.success) throw new Error('no quote')
  const calculationId = priced.data.calculations[0]?.calculationId ?? ''
  await at().api('promoterOrder', { calculationId, pay: bill }, token)
  expect((await listed({ limit: 1 })).sales).toMatchObject([
    { calculationId, trouble: 'bill_not_sent', way: 'bill' },
  ])
})

test('the place among all promoters is told where the broker wants it', async () => {
  const rank = async (who: string) => {
    const { body } = await at().api('promoterDay', {}, who)
    return body.success ? body.data.rank : undefined
  }
  const want = async (value: boolean) => {
    await at()
      .db.updateTable('settings')
      .set({ value: JSON.stringify(value) })
      .where('name', '=', 'promoter_rank_shown')
      .execute()
    await until(
      () => at().server.deps.reference.promoterRankShown(),
      (shown) => shown === value,
    )
  }
  expect(await rank(token)).toBeNull()
  await want(true)
  const [mine, theirs] = [await rank(token), await rank(other)]
  expect(mine?.of).toBe(theirs?.of)
  expect(mine?.place).toBe(1)
  expect(theirs?.place).toBeGreaterThan(1)
  await want(false)
  expect(await rank(token)).toBeNull()
})
