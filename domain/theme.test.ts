import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import { contrast, ownTheme, read, type Scheme, themeOf } from './theme.ts'

const schemes: Scheme[] = ['light', 'dark']
const worn = (
  theme: { light: Record<string, string>; dark: Record<string, string> },
  scheme: Scheme,
): Record<string, string> => ({
  ...ownTheme[scheme],
  ...themeOf(theme, scheme),
})

test('a row without a theme changes nothing', () => {
  expect(schemes.map((scheme) => themeOf({ light: {}, dark: {} }, scheme))).toEqual([{}, {}])
})

test('our own words can be read on our own grounds, in light and in dark', () => {
  for (const scheme of schemes)
    for (const [name, grounds, least] of read)
      for (const ground of grounds)
        expect(
          contrast(ownTheme[scheme][name] ?? '', ownTheme[scheme][ground] ?? ''),
          `${scheme} ${name} on ${ground}`,
        ).toBeGreaterThanOrEqual(least)
})

test('WCAG’s contrast', () => {
  expect(contrast('#000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#767676', '#fff')).toBeCloseTo(4.54, 2)
})

test('a readable theme is worn as it stands; what is no colour and no token of ours is left out', () => {
  const light = {
    '--brand': '#1c6b3c',
    '--brand-hover': '#14522d',
    '--brand-wash': '#e4f2e8',
    '--paper': '#f4f7f2',
  }
  const nonsense = {
    '--ink': 'url(//x)',
    '--success': '#000000',
    '--radius': '100%',
    '--card': '#ffffff80',
  }
  expect(themeOf({ light: { ...light, ...nonsense }, dark: {} }, 'light')).toEqual(light)
})

test('a yellow brand is darkened until its links can be read, and lightened by itself on dark screens', () => {
  const theme = { light: { '--brand': '#ffcc00', '--radius': '4px' }, dark: {} }
  const light = themeOf(theme, 'light')
  expect(contrast(light['--brand'] ?? '', '#fff')).toBeGreaterThanOrEqual(4.5)
  expect(themeOf(theme, 'dark')).toMatchObject({ '--brand': '#ffcc00', '--radius': '4px' })
})

test('whatever stands in a row, everything can be read in both schemes', () => {
  spec('2.2.partner-second-partner-row')

  const colour = fc.stringMatching(/^#[0-9a-f]{6}$/)
  const tokens = fc.dictionary(fc.constantFrom(...Object.keys(ownTheme.light)), colour)
  fc.assert(
    fc.property(fc.record({ light: tokens, dark: tokens }), (theme) => {
      for (const scheme of schemes) {
        const words = worn(theme, scheme)
        for (const [name, on, least] of read)
          for (const ground of on)
            expect([
              name,
              ground,
              contrast(words[name] ?? '', words[ground] ?? '') >= least,
            ]).toEqual([name, ground, true])
      }
    }),
    { numRuns: 300 },
  )
})
