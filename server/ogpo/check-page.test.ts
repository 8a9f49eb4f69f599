import { beforeAll, describe, expect, test } from 'vitest'
import { buyer, car, ordered, paysBill, purchaseToken, settled } from '#tests/sale.ts'
import { sharedTestApp, testApp } from '#tests/test-app.ts'

const at = sharedTestApp()
let globalId = ''

beforeAll(async () => {
  const token = await purchaseToken(at())
  const { orderId } = await ordered(at(), token)
  await paysBill(at())
  const issued = await settled(at(), token, orderId)
  globalId = (issued.success && issued.data.globalId) || ''
})

const asks = async (q: string | null, prefix = '', url = at().url) => {
  const query = q === null ? '' : `?q=${encodeURIComponent(q)}`
  const answer = await fetch(`${url}${prefix}/check${query}`, { redirect: 'manual' })
  const html = await answer.text()
  const from = html.indexOf('{')
  return {
    status: answer.status,
    headers: answer.headers,
    html,
    data: from < 0 ? null : JSON.parse(html.slice(from)),
  }
}
const setPolicy = (of: { state?: string; start_date?: string; end_date?: string }) =>
  at().db.updateTable('policies').set(of).where('global_id', '=', globalId).execute()

test('the page is one field, found by search engines and kept by nobody', async () => {
  const page = await asks(null)
  expect(page.status).toBe(200)
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.headers.get('x-robots-tag')).toBeNull()
  expect(page.data).toEqual({ asked: '', problem: null, byPlate: true })
})

describe('by plate', () => {
  test.each(['123abc02', '123 АВС 02', '123-авс-02'])(
    '«%s» shows insurer, number, dates and state, and nothing of any person',
    async (spelled) => {
      const page = await asks(spelled, '/ru')
      expect(page.status).toBe(200)
      expect(page.headers.get('x-robots-tag')).toBe('noindex')
      expect(page.data).toMatchObject({
        plate: car.registrationNumber,
        policies: [
          {
            number: globalId,
            insurer: expect.stringContaining('Дала'),
            plates: [car.registrationNumber],
            start: '2026-11-21',
            end: '2027-11-20',
            state: 'not_yet',
          },
        ],
      })
      for (const secret of [buyer.iin, buyer.phone, 'Әбдіқадыров', car.techPassport])
        expect(page.html).not.toContain(secret)
    },
  )

  test('an unknown plate, and one that was insured here once, get the same answer', async () => {
    const unknown = await asks('999ZZZ02')
    const same = { status: 200, policies: [] }
    expect({ status: unknown.status, policies: unknown.data.policies }).toEqual(same)
    for (const of of [
      { state: 'terminated' },
      { state: 'ended', end_date: '2026-11-01' },
      { state: 'active', end_date: '2026-11-19' },
    ]) {
      await setPolicy(of)
      const page = await asks(car.registrationNumber)
      expect({ status: page.status, policies: page.data.policies }).toEqual(same)
      expect(Object.keys(page.data)).toEqual(Object.keys(unknown.data))
    }
    await setPolicy({ state: 'pending', end_date: '2027-11-20' })
  })

  test('of a policy of several cars the other cars and the whole number stay unnamed', async () => {
    const { facts } = await at()
      .db.selectFrom('policies')
      .select('facts')
      .where('global_id', '=', globalId)
      .executeTakeFirstOrThrow()
    const one = facts as { vehicles: { plate: string }[] }
    const several = {
      ...one,
      vehicles: [...one.vehicles, { ...one.vehicles[0], plate: '777KKK02' }],
    }
    const set = (to: object) =>
      at()
        .db.updateTable('policies')
        .set({ facts: JSON.stringify(to) })
        .where('global_id', '=', globalId)
        .execute()
    await set(several)
    const page = await asks('777kkk02')
    expect(page.data.policies).toMatchObject([
      { plates: ['777KKK02'], number: `•••• ${globalId.slice(-4)}` },
    ])
    expect(page.html).not.toContain(globalId)
    expect(page.html).not.toContain(car.registrationNumber)
    await set(one)
  })

  test('is not answered where the setting is off: the number is asked for', async () => {
    const { url } = await testApp({ CHECK_BY_PLATE: 'off', WORKER: 'off' })
    const page = await asks(car.registrationNumber, '', url)
    expect(page.status).toBe(422)
    expect(page.data).toEqual({ asked: car.registrationNumber, problem: 'number', byPlate: false })
  })
})

test('a whole number leads to the page of the QR code; a part of one is no question', async () => {
  const page = await asks(` ${globalId.toLowerCase()} `, '/ru')
  expect(page.status).toBe(303)
  expect(page.headers.get('location')).toBe(`/ru/check/${globalId}`)
  const part = await asks(globalId.slice(0, 5))
  expect(part.status).toBe(422)
  expect(part.data).toMatchObject({ problem: 'form', asked: globalId.slice(0, 5) })
})

test.each([
  ['', 'empty'],
  ['   ', 'empty'],
  ['менің көлігім', 'form'],
  [`x${'9'.repeat(300)}`, 'form'],
])('«%s» is told what is wrong', async (text, problem) => {
  const page = await asks(text)
  expect(page.status).toBe(422)
  expect(page.data.problem).toBe(problem)
})

const limited = sharedTestApp({ WORKER: 'off' })
test.each([
  ['plateChecksPerAddress:127.0.0.1', '/check?q=123ABC02'],
  ['checksPerAddress:127.0.0.1', '/check/00000000000A'],
])('beyond the limit %s a page says when to come again', async (key, path) => {
  const { url, db } = limited()
  const expire = String(Date.now() + 600_000)
  await db.insertInto('rate_limits').values({ key, points: 1_000_000, expire }).execute()
  const answer = await fetch(url + path)
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await answer.text()).toContain('"problem":"tooMany"')
})
