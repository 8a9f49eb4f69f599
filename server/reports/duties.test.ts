import { expect, test } from 'vitest'
import { account, signedIn } from '#tests/client.ts'
import { sharedTestApp } from '#tests/test-app.ts'

const at = sharedTestApp()
const people = [
  { iin: '850505499909', phone: '77010000555' },
  { iin: '880808399905', phone: '77010000556' },
] as const

test('duties say what is missing and by when; nothing is demanded before the books begin', async () => {
  for (const who of people) await account(at(), who, { role: 'accountant' })
  const [first, other] = [await signedIn(at(), people[0]), await signedIn(at(), people[1])]
  const token = first
  const seen = async () => {
    const { body } = await at().api('reportDuties', {}, token)
    if (!body.success) throw new Error(body.message)
    return body.data
  }
  const of = async (duty: string, period: string) =>
    (await seen()).find((one) => one.duty === duty && one.period === period)
  expect((await seen()).map(({ duty }) => duty)).toEqual(['watch_list'])
  const start = { month: '2026-09', source: 'ОСВ, 31.08.2026', ours: 0, balances: [] }
  const asked = await at().api('reportProposeStart', start, first)
  if (!asked.body.success) throw new Error(asked.body.message)
  await at().api('reportSignStart', { id: asked.body.data.id }, other)
  expect(await of('close', '2026-08')).toBeUndefined()
  expect(await of('close', '2026-09')).toMatchObject({
    due: '2026-10-31',
    state: 'late',
    missing: 1,
  })
  expect(await of('close', '2026-10')).toMatchObject({ due: '2026-11-30', state: 'open' })
  expect(await of('vat_return', '2026-Q3')).toMatchObject({
    due: '2026-11-15',
    state: 'late',
    missing: null,
    sure: 'guess',
  })

  const invoice = { duty: 'invoice', period: '2026-10' } as const
  expect(await of('invoice', '2026-10')).toMatchObject({ state: 'late', sure: 'weak', mark: null })
  const wrong = await at().raw('/api/reports/markDuty', {
    body: { ...invoice, period: '2026', how: 'done', note: 'ЭСФ № 7' },
    token,
  })
  expect(wrong.status).toBe(422)
  const marks = { ...invoice, how: 'done', note: 'ЭСФ № 7' } as const
  expect((await at().api('reportMarkDuty', marks, token)).body).toEqual({ success: true })
  expect((await at().api('reportMarkDuty', marks, token)).body).toMatchObject({ success: false })
  expect(await of('invoice', '2026-10')).toMatchObject({ state: 'done', mark: { note: 'ЭСФ № 7' } })
  expect((await at().api('reportUnmarkDuty', invoice, token)).body).toEqual({ success: true })
  expect(await of('invoice', '2026-10')).toMatchObject({ state: 'late', mark: null })
  const unneeded = { ...invoice, how: 'not_needed', note: 'НДС не платим' } as const
  await at().api('reportMarkDuty', unneeded, token)
  expect(await of('invoice', '2026-10')).toMatchObject({ state: 'not_needed' })
  // What the books themselves know nobody marks.
  const byBooks = await at().raw('/api/reports/markDuty', {
    body: { ...unneeded, duty: 'close' },
    token,
  })
  expect(byBooks.status).toBe(422)
})
