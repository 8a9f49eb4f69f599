import { globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { describe, expect, test } from 'vitest'

/** Checks docs/decisions: successors, and no reference to a record that is not there. */

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs/decisions')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const names = readdirSync(folder).filter((name) => /^\d{3}-[a-z0-9-]+\.md$/.test(name))
const numberOf = (name: string) => name.slice(0, 3)
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

type DecisionRecord = { number: string; field: Map<string, string> }

function parse(number: string, text: string): DecisionRecord {
  const [head = ''] = text.split(/^## /m)
  const rows = head.split(/^- /m).slice(1)
  const field = new Map(
    rows.map((row) => {
      const [name = '', ...value] = oneLine(row).trim().split(': ')
      return [name, value.join(': ')] as const
    }),
  )
  return { number, field }
}

/** Numbers outside of parentheses, which hold the part that is replaced. */
function numbersIn(text = ''): string[] {
  return text.replaceAll(/\([^)]*\)/g, '').match(/\b\d{3}\b/g) ?? []
}

const records = names.map((name) => parse(numberOf(name), read(name)))

test('a record and its successor name each other', () => {
  const replaced = records.flatMap(({ number, field }) =>
    numbersIn(field.get('Superseded by')).map((newer) => `${number} by ${newer}`),
  )
  const replacing = records.flatMap(({ number, field }) =>
    numbersIn(field.get('Supersedes')).map((older) => `${older} by ${number}`),
  )
  expect(replacing.toSorted()).toEqual(replaced.toSorted())
})

/** Numbers and file names of records that a text refers to; a reference may be broken by a line. */
function referredTo(text: string): string[] {
  const flat = text.replaceAll(/\n[ \t]*(?:\*|\/\/|#|--)?[ \t]*/g, ' ')
  const told = [...flat.matchAll(/\bdecisions?\s+(\d{3}(?:(?:,\s*|\s+and\s+)\d{3})*)\b/gi)]
  const files = [...flat.matchAll(/decisions\/(\d{3})((?:-[a-z0-9-]+\.md)?)/g)]
  return [
    ...told.flatMap(([, list = '']) => list.match(/\d{3}/g) ?? []),
    ...files.map(([, number = '', rest = '']) => number + rest),
  ]
}

describe('references', () => {
  const known = new Set([...names, ...names.map(numberOf)])
  const skipped = new Set(['node_modules', 'dist', '.git', '.data', 'test-results'])

  test('every decision that code or a document names is there', () => {
    const files = globSync('**/*.{ts,tsx,mjs,css,sql,md,yaml,example,typ}', {
      cwd: root,
      exclude: (entry) => skipped.has(basename(entry)),
    })
      .map((file) => file.split(sep).join('/'))
      // A migration that has run stays as it is; this file names records that do not exist.
      .filter((file) => file !== 'tests/decisions.test.ts' && !/\/migrations\//.test(file))
    const found = files.flatMap((file) =>
      referredTo(readFileSync(join(root, file), 'utf8')).map((name) => ({ file, name })),
    )
    expect(found.length).toBeGreaterThan(20)
    expect(found.filter(({ name }) => !known.has(name))).toEqual([])
  })

  test('are found in a list, across lines of a comment and as a file', () => {
    expect(referredTo('see decisions 090 and 103, or (decision\n * 146)')).toEqual([
      '090',
      '103',
      '146',
    ])
    expect(referredTo('docs/decisions/066-partners.md, decisions/161)')).toEqual([
      '066-partners.md',
      '161',
    ])
  })
})
