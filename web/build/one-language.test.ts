import { expect, test } from 'vitest'
import { inLanguage } from './one-language.ts'

test('of each pair the half of the page stays', () => {
  const code =
    "export default /* @__PURE__ */ texts({ kz: { a: 'Сәлем', n: (n: number) => `ай` }, ru: { a: 'Привет', n: (n: number) => `мес` } })"
  expect(inLanguage(code, 'kz')).toBe(
    "export default /* @__PURE__ */ texts({ kz: { a: 'Сәлем', n: (n: number) => `ай` }, ru: 0 })",
  )
  expect(inLanguage(code, 'ru')).toBe(
    "export default /* @__PURE__ */ texts({ kz: 0, ru: { a: 'Привет', n: (n: number) => `мес` } })",
  )
})

test('rows of pairs are found; what stands within a half, a table by language too, and an object of one language are left', () => {
  expect(
    inLanguage(
      "const rows = [{ code: 'A', kz: 'бір', ru: 'один' }, { kz: { x: { kz: 1, ru: 2 } }, ru: { x: { kz: 3, ru: 4 } } }]",
      'kz',
    ),
  ).toBe("const rows = [{ code: 'A', kz: 'бір', ru: 0 }, { kz: { x: { kz: 1, ru: 2 } }, ru: 0 }]")
  expect(inLanguage("const only = { ru: 'да' }; const both = { kz, ru }", 'kz')).toBe(
    "const only = { ru: 'да' }; const both = { kz, ru }",
  )
})
