import { expect, test } from 'vitest'
import tariff from '#domain/ogpo/tariff-2026.json' with { type: 'json' }
import { clockTo } from '#tests/sale.ts'
import { sharedTestApp } from '#tests/test-app.ts'

const at = sharedTestApp({ WORKER: 'off' })
const golden = tariff.goldenCases.items

test('there are eight published prices', () => {
  expect(golden).toHaveLength(8)
})

test.each(golden)(
  'the estimate of $id is the published $premium tenge, for everyone and without a token',
  async ({ input, premium }) => {
    const answer = await at().raw('/api/policy/ogpo/estimate', { body: input })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ success: true, data: { premium } })
    expect(answer.body.data.factors.map(({ code }: { code: string }) => code)).toContain(
      'bonusMalus',
    )
  },
)

const [first] = golden
test.each([
  ['region', { region: 'MOON' }, 'region'],
  ['vehicle type', { vehicleType: 'BICYCLE' }, 'vehicleType'],
  ['bonus-malus class', { bonusMalus: { kind: 'CLASS', class: '14' } }, 'bonusMalus'],
  ['kind of class', { bonusMalus: { kind: 'VIP', class: '3' } }, 'bonusMalus'],
  ['settlement', { settlement: 'VILLAGE' }, 'settlement'],
  ['age of a child', { age: 15 }, 'age'],
  ['field of its own', { iin: '850315399904' }, 'iin'],
])(
  'the estimate refuses an unknown %s by its path, in both languages',
  async (_name, wrong, path) => {
    for (const [locale, words] of [
      ['kk', 'Толтырылған өрістерді тексеріңіз'],
      ['ru', 'Проверьте заполненные поля'],
    ] as const) {
      const answer = await at().raw('/api/policy/ogpo/estimate', {
        body: { ...first?.input, ...wrong },
        locale,
      })
      expect(answer.status).toBe(422)
      expect(answer.body).toMatchObject({ success: false, message: words })
      expect(answer.body.errors.map((error: { path: string }) => error.path)).toEqual([path])
    }
  },
)

test('a year without tables is 12002 with a clear message, never last year’s price', async () => {
  await clockTo(at(), '2027-01-02T06:00:00Z')
  const answer = await at().raw('/api/policy/ogpo/estimate', { body: first?.input, locale: 'ru' })
  await clockTo(at(), null)
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
    success: false,
    code: 12002,
    message: 'На этот день нет тарифных таблиц. Повторите позже.',
  })
})
