import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * A function of Typst, and content that waits for its place on a page (`context`), retains every
 * variable it reads. A page's own settings are a part of the key of every block below it, so one
 * that read `data` there would keep papers from sharing any layout: twice the processor's time.
 */
const source = readFileSync(join(import.meta.dirname, 'base.typ'), 'utf8').replace(
  /^\s*\/\/.*$/gm,
  '',
)
const lets = new Map(
  source
    .split(/^#let /m)
    .slice(1)
    .map((text) => [/^[\w-]+/.exec(text)?.[0] ?? '', text]),
)
const settings = /set page\([\s\S]*?\n {2}\)/.exec(source)?.[0] ?? ''

/** Names that `text` reads, and those that they read. */
function reads(text: string, found = new Set<string>()): Set<string> {
  for (const [name, body] of lets)
    if (!found.has(name) && new RegExp(`(?<![\\w.-])${name}(?![\\w:-])`).test(text)) {
      found.add(name)
      reads(body, found)
    }
  return found
}

test('what every page has keeps no fact of one paper', () => {
  const names = [...reads(settings)]
  expect(names).toEqual(expect.arrayContaining(['brand-line', 'foot', 'mark', 'small']))
  const keeps = names.filter((name) => {
    const text = lets.get(name) ?? ''
    const isFunction = text.startsWith(`${name}(`) || text.startsWith(`${name} = context`)
    return isFunction && /\bdata\b/.test(text)
  })
  expect(keeps).toEqual([])
})
