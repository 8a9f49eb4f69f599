import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, dressOf, ownDress, read, type Scheme } from './theme.ts'

const schemes: Scheme[] = ['light', 'dark']
const worn = (
  theme: { light: Record<string, string>; dark: Record<string, string> },
  scheme: Scheme,
): Record<string, string> => ({
  ...ownDress[scheme],
  ...dressOf(theme, scheme),
})

test('our own colours are those of tokens.css, and a row without a theme changes nothing', () => {
  const [light = '', dark = ''] = readFileSync(
    new URL('../web/ui/tokens.css', import.meta.url),
    'utf8',
  ).split('prefers-color-scheme: dark')
  for (const [name, value] of Object.entries(ownDress.light))
    expect(light).toContain(`${name}: ${value};`)
  // What dark screens do not say again is that of the light ones.
  for (const [name, value] of Object.entries(ownDress.dark))
    expect(dark.includes(`${name}:`) ? dark : light).toContain(`${name}: ${value};`)
  expect(schemes.map((scheme) => dressOf({ light: {}, dark: {} }, scheme))).toEqual([{}, {}])
})

test('WCAG’s contrast', () => {
  expect(contrast('#000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#767676', '#fff')).toBeCloseTo(4.54, 2)
})

test('a readable theme is worn as it stands; what is no colour and no token of ours is left out', () => {
  const light = {
    '--teal': '#1c6b3c',
    '--teal-hover': '#14522d',
    '--teal-wash': '#e4f2e8',
    '--paper': '#f4f7f2',
  }
  const nonsense = {
    '--ink': 'url(//x)',
    '--green': '#000000',
    '--radius': '100%',
    '--card': '#ffffff80',
  }
  expect(dressOf({ light: { ...light, ...nonsense }, dark: {} }, 'light')).toEqual(light)
})

test('a yellow brand is darkened until its links can be read, and lightened by itself on dark screens', () => {
  const theme = { light: { '--teal': '#ffcc00', '--radius': '4px' }, dark: {} }
  const light = dressOf(theme, 'light')
  expect(contrast(light['--teal'] ?? '', '#fff')).toBeGreaterThanOrEqual(4.5)
  expect(dressOf(theme, 'dark')).toMatchObject({ '--teal': '#ffcc00', '--radius': '4px' })
})

test('whatever stands in a row, everything can be read in both schemes', () => {
  const colour = fc.stringMatching(/^#[0-9a-f]{6}$/)
  const tokens = fc.dictionary(fc.constantFrom(...Object.keys(ownDress.light)), colour)
  fc.assert(
    fc.property(fc.record({ light: tokens, dark: tokens }), (theme) => {
      for (const scheme of schemes) {
        const dress = worn(theme, scheme)
        for (const [name, on, least] of read)
          for (const ground of on)
            expect([
              name,
              ground,
              contrast(dress[name] ?? '', dress[ground] ?? '') >= least,
            ]).toEqual([name, ground, true])
      }
    }),
    { numRuns: 300 },
  )
})
