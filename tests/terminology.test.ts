import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { retiredDeclarations, retiredNames } from './retired-names.ts'

/** One name for one thing: what docs/terminology.md has replaced is not declared again. */

const root = join(import.meta.dirname, '..')
const rooms = ['documents', 'domain', 'scripts', 'server', 'systems', 'texts', 'web']
const sources = rooms
  .concat('contract', 'sandbox', 'tests', 'lab/bench', 'lab/rehearse')
  .flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((at) =>
      join(room, at).replaceAll('\\', '/'),
    ),
  )
  .filter((path) => /\.tsx?$/.test(path) && !/^tests\/(retired-names|terminology)/.test(path))

const names = new Map(Object.entries(retiredNames))
const given = new Map(Object.entries(retiredDeclarations))
/** What a file gives to others, or declares for itself, or a member with the name. */
const declaration =
  /(^export (?:async )?)?\b(?:const|let|function|class|type|interface) (\w+)|^ *(?:readonly )?(\w+)\??: /gm

/** "path: old → new" for each retired name that the text declares. */
function comeBack(path: string, text: string): string[] {
  return [...text.matchAll(declaration)].flatMap(([, isExported, name = '', member = '']) => {
    const now = names.get(name) ?? names.get(member) ?? (isExported && given.get(name))
    return now ? [`${path}: ${name || member} → ${now}`] : []
  })
}

test('no retired name is declared again', () => {
  expect(sources.flatMap((path) => comeBack(path, readFileSync(join(root, path), 'utf8')))).toEqual(
    [],
  )
})

test.each([
  ['export const insurerData = {}', 'a.ts: insurerData → policyholder'],
  ['type Row = {\n  licenseN: string\n}', 'a.ts: licenseN → licenceNumber'],
  ['export async function tell() {}', 'a.ts: tell → notify'],
])('%j would be found', (text, said) => expect(comeBack('a.ts', text)).toEqual([said]))

test('every term says what it is, and the ones of the product in three languages', () => {
  const page = readFileSync(join(root, 'docs/terminology.md'), 'utf8')
  const sections = page.split('\n## ').slice(1)
  const rows = sections.flatMap((section) =>
    section
      .split('\n')
      .filter((line) => line.startsWith('| ') && !/^\| (?:term|specification) /.test(line))
      .map((line) => line.split('|').map((cell) => cell.trim())),
  )
  const untranslated = rows.filter(
    ([, term, is, , kk, ru]) =>
      !term || !is || (kk !== undefined && kk !== '' && !(/\p{Script=Cyrillic}/u.test(kk) && ru)),
  )
  expect(untranslated).toEqual([])
  expect(rows.length).toBeGreaterThan(60)
})
