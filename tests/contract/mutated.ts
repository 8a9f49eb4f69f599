import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { Mutation } from './mutations.ts'
import type { Rules } from './world.ts'

const domain = join(import.meta.dirname, '../../domain')
// Inside node_modules, so that what the rules import by name is found.
const cache = join(
  import.meta.dirname,
  `../../node_modules/.cache/contract-mutations-${process.pid}`,
)

const isRules = (value: unknown): value is Rules =>
  z.object({ decide: z.function(), applied: z.function() }).safeParse(value).success

/**
 * Where a copy of the rules goes: plain JavaScript, for Node strips no types inside node_modules.
 */
function write(to: string, source: string): void {
  mkdirSync(dirname(to), { recursive: true })
  writeFileSync(
    to.replace(/\.ts$/, '.js'),
    stripTypeScriptTypes(source).replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"),
  )
}

const sourcesOf = (folder: string): string[] =>
  readdirSync(join(domain, folder), { encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )

/** What the rules import, beside themselves; the copies of the rules stand beside it. */
export function copyDomain(): void {
  for (const folder of ['', 'books', 'home'])
    for (const name of sourcesOf(folder))
      write(join(cache, folder, name), readFileSync(join(domain, folder, name), 'utf8'))
  writeFileSync(join(cache, 'package.json'), '{"type":"module"}')
}

export const removeCopies = (): void => rmSync(cache, { recursive: true, force: true })

let copies = 0
/**
 * A copy of the rules, with a fault put in or as they are. Throws where the fault's text does not
 * stand exactly once.
 */
export async function rulesWith(mutation: Mutation | null): Promise<Rules> {
  copies += 1
  const folder = join(cache, `contract-${copies}`)
  for (const name of sourcesOf('contract')) {
    const source = readFileSync(join(domain, 'contract', name), 'utf8')
    write(join(folder, name), mutation?.file === name ? faulty(source, mutation) : source)
  }
  const load = (name: string): Promise<object> =>
    import(/* @vite-ignore */ pathToFileURL(join(folder, name)).href)
  const rules = { ...(await load('decide.js')), ...(await load('applied.js')) }
  if (!isRules(rules)) throw new Error('the copy holds no rules')
  return rules
}

function faulty(source: string, { name, find, replace }: Mutation): string {
  const parts = source.split(inAnyLayout(find))
  if (parts.length !== 2)
    throw new Error(`the text of «${name}» stands ${parts.length - 1} times in the rules`)
  return parts.join(replace)
}

/** The text wherever the formatter breaks it, with the comma that it then puts at the end. */
function inAnyLayout(text: string): RegExp {
  const pieces = text.split(/\s+|(?<=[([{])|(?=[)\]}])/)
  const written = pieces.map((piece) => piece.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  const joined = written.map((piece) =>
    /^\\[)\]}]/.test(piece) ? `,?\\s*${piece}` : `\\s*${piece}`,
  )
  return new RegExp(joined.join('').replace(/^,?\\s\*/, ''))
}
