import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { locales } from '#domain/locale.ts'
import words from './key-texts.ts'

/** Returns how the list of keys (`?`) writes a key by its place on the keyboard. */
const chipOf = (key: string): string => {
  const named: Readonly<Record<string, string>> = {
    ArrowLeft: '←',
    ArrowRight: '→',
    BracketLeft: '[',
    Digit0: '0',
    Equal: '+',
    Escape: 'Esc',
    Minus: '−',
    Slash: '/',
    'Shift+Slash': '?',
  }
  return named[key] ?? key.replace('Mod+', 'Ctrl+').replace('Key', '')
}

/** Returns the keys that a screen handles, from the table it gives to `useKeys`. */
const heardIn = (source: string): string[] =>
  source.includes('useKeys(')
    ? [
        ...source.matchAll(
          /\b((?:Shift\+|Mod\+)?(?:Key[A-Z]|Digit\d|Enter|Escape|Slash|Equal|Minus|BracketLeft|ArrowLeft|ArrowRight))'?:/g,
        ),
      ].map(([, key]) => key ?? '')
    : []

test('every key that a screen of the desks hears stands in the list of keys', () => {
  const files = globSync(['web/desks/**/*.{ts,tsx}', 'web/reports/**/*.{ts,tsx}']).filter(
    (file) => !file.includes('.test.'),
  )
  const heard = files.flatMap((file) =>
    heardIn(readFileSync(file, 'utf8')).map((key) => `${file}: ${chipOf(key)}`),
  )
  expect(heard.length).toBeGreaterThan(30)
  for (const locale of locales) {
    const listed = new Set(
      words[locale].groups.flatMap(({ title, keys }) => [
        // «G, then» is in the title of its group.
        ...title.split(/[ ,]+/),
        ...keys.flatMap(([chips]) => chips.split(' ')),
      ]),
    )
    const missing = heard.filter((line) => !listed.has(line.slice(line.lastIndexOf(': ') + 2)))
    expect(missing).toEqual([])
  }
})
