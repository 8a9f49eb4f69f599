import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ownPath } from './own-path.ts'

test.each(['/', '/account?tab=cards', '/ru/egov/policy/qorgan-ogpo/calculator?prolong=1#x'])(
  '%s is ours',
  (path) => {
    expect(ownPath(path)).toBe(path)
  },
)

test.each([
  undefined,
  '',
  'account',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/a\\b',
  '/\t/evil.example',
  '/\n/evil.example',
  ' //evil.example',
  'javascript:alert(1)',
  '/api/v1.0.0/egov/idp/login?return=/',
  '/ru/api/v1.0.0/egov/idp/login',
  `/${'a'.repeat(300)}`,
])('%j is not', (path) => {
  expect(ownPath(path)).toBeNull()
})

test('whatever passes stays on our site', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.webPath(), fc.constantFrom('/.//x', '/%2f/x', '/..//x').map(String)),
      (text) => {
        const path = ownPath(text)
        if (path !== null)
          expect(new URL(path, 'https://qorgan.example').origin).toBe('https://qorgan.example')
      },
    ),
  )
})
