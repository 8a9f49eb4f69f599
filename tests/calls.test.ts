import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#contract/index.ts'
import { handlers } from '#server/handlers.ts'

const root = join(import.meta.dirname, '..')
/** The tables of a folder's files, each as the names in it. */
async function namesIn(files: readonly string[]): Promise<string[]> {
  const modules = await Promise.all(
    files.map((file): Promise<Record<string, object>> => import(join(root, file))),
  )
  return modules.flatMap((module) => Object.values(module).flatMap((table) => Object.keys(table)))
}
const twice = (names: readonly string[]) => names.filter((name, at) => names.indexOf(name) !== at)

test('a call stands in one table of the contract', async () => {
  const files = readdirSync(join(root, 'contract/calls')).map((file) => `contract/calls/${file}`)
  const names = await namesIn(files)
  expect(twice(names)).toEqual([])
  expect(names.sort()).toEqual(Object.keys(contract).sort())
})

test('a call is answered by one slice', async () => {
  const files = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /^[^/\\]+[/\\]handlers\.ts$/.test(file))
    .map((file) => `server/${file}`)
  const names = await namesIn(files)
  expect(names.length).toBeGreaterThan(200)
  expect(twice(names)).toEqual([])
  expect(Object.keys(handlers).sort()).toEqual(Object.keys(contract).sort())
})

const Integer = z.looseObject({
  type: z.literal('integer'),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
})
/** The numbers of a schema that the database cannot hold, by their path. */
function unbounded(at: unknown, path: string): string[] {
  if (typeof at !== 'object' || at === null) return []
  const { data } = Integer.safeParse(at)
  const least = data?.minimum ?? data?.exclusiveMinimum ?? -Infinity
  const isOpen = data && (least < -(2 ** 31) || (data.maximum ?? Infinity) >= 2 ** 31)
  const below = Object.entries(at).flatMap(([key, part]) => unbounded(part, `${path}.${key}`))
  return isOpen ? [path, ...below] : below
}

test('a whole number that is asked with has bounds that the database can hold', () => {
  expect(
    Object.entries(contract).flatMap(([name, { body }]) =>
      unbounded(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }), name),
    ),
  ).toEqual([])
})
