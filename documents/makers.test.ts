import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { importsOf, sources } from '#tests/boundaries.ts'
import { until } from '#tests/http.ts'
import { exampleFacts, longFacts } from './example-facts.ts'
import { CrowdedOut, paperMakers } from './makers.ts'
import { renderDocument } from './render.ts'
import type { Paper } from './render-paper.ts'

const slip: Paper = { of: 'ogpo', kind: 'slip', facts: exampleFacts, locale: 'kz' }
/** Of hundreds of pages: seconds. */
const slow: Paper = {
  ...slip,
  kind: 'policy',
  facts: {
    ...longFacts,
    insured: Array.from({ length: 200 }, () => longFacts.insured).flat(),
    vehicles: Array.from({ length: 200 }, () => longFacts.vehicles).flat(),
  },
}

function makersFor({ most = 2, idleMs = 60_000, startMs = 60_000, paperMs = 60_000 } = {}) {
  const deaths: string[] = []
  const makers = paperMakers({ most, idleMs, startMs, paperMs }, (how) => deaths.push(how))
  onTestFinished(() => makers.close())
  return { makers, deaths }
}

test('a paper of another process is the same, byte for byte', async () => {
  const { makers } = makersFor()
  expect(makers.processes()).toEqual([])
  const made = await makers.make(slip)
  expect(made.equals(renderDocument('slip', exampleFacts, 'kz'))).toBe(true)
  expect(makers.resting()).toBe(true)
})

test('a killed process loses nothing: what it was at is made by the next one', async () => {
  const { makers, deaths } = makersFor({ most: 1 })
  await makers.make(slip)
  const [first = 0] = makers.processes()
  const papers = Array.from({ length: 6 }, () => makers.make(slip))
  process.kill(first, 'SIGKILL')
  for (const made of await Promise.all(papers)) expect(made.subarray(0, 4).toString()).toBe('%PDF')
  expect(deaths).toEqual(['SIGKILL'])
  expect(makers.processes()).toHaveLength(1)
  expect(makers.processes()).not.toContain(first)
})

test('a paper over which two processes die fails, and the next is made', async () => {
  const { makers } = makersFor({ most: 1 })
  const failed = expect(makers.make(slip)).rejects.toThrow('died')
  const [first = 0] = makers.processes()
  process.kill(first, 'SIGKILL')
  const [second = 0] = await until(
    async () => makers.processes(),
    ([pid]) => pid !== undefined && pid !== first,
  )
  process.kill(second, 'SIGKILL')
  await failed
  expect((await makers.make(slip)).subarray(0, 4).toString()).toBe('%PDF')
})

test('one that never begins is ended as one that died', async () => {
  const { makers, deaths } = makersFor({ startMs: 1 })
  await expect(makers.make(slip)).rejects.toThrow('died')
  expect(deaths).toEqual(['SIGKILL', 'SIGKILL'])
})

test('one that is stuck in a paper is ended likewise, and its start does not count', async () => {
  const { makers, deaths } = makersFor({ paperMs: 1 })
  await expect(makers.make(slow)).rejects.toThrow('died')
  expect(deaths).toEqual(['SIGKILL', 'SIGKILL'])
})

test('a paper that cannot be laid out fails alone', async () => {
  const { makers, deaths } = makersFor()
  const broken = { ...slip, facts: {} } as unknown as Paper
  const [bad, good] = await Promise.allSettled([makers.make(broken), makers.make(slip)])
  expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled'])
  expect(deaths).toEqual([])
})

test('more processes only for many papers, at most as many as allowed; idle ones end', async () => {
  const { makers, deaths } = makersFor({ most: 2, idleMs: 50 })
  const few = [makers.make(slip), makers.make(slip)]
  expect(makers.processes()).toHaveLength(1)
  const many = Array.from({ length: 12 }, () => makers.make(slip))
  const pids = makers.processes()
  expect(pids).toHaveLength(2)
  await Promise.all([...few, ...many])
  await until(
    async () => makers.processes(),
    (left) => left.length === 0,
  )
  await until(
    async () => pids.filter(isAlive),
    (alive) => alive.length === 0,
  )
  expect(deaths).toEqual([])
  expect((await makers.make(slip)).subarray(0, 4).toString()).toBe('%PDF')
})

test('after the end nothing is made, and nobody waits for ever', async () => {
  const { makers } = makersFor()
  const waits = expect(makers.make(slip)).rejects.toThrow('ends')
  makers.close()
  await waits
  await expect(makers.make(slip)).rejects.toThrow('ends')
})

test('the process that answers loads neither the compiler nor the reader of strangers’ files', () => {
  const root = join(import.meta.dirname, '..')
  const files = new Map(sources(root).map(({ file, source }) => [file, withoutTypes(source)]))
  const seen = new Set<string>()
  const walk = (file: string): void => {
    const source = files.get(file)
    if (seen.has(file) || source === undefined) return
    seen.add(file)
    for (const { target } of importsOf(file, source)) walk(target)
  }
  walk('run.ts')
  expect(seen.size).toBeGreaterThan(400)
  expect([...seen].filter((file) => files.get(file)?.includes('typst-ts-node-compiler'))).toEqual(
    [],
  )
  for (const file of ['render-paper', 'joined-photographs', 'bounded-pdf', 'sent-png'])
    expect(seen).not.toContain(`documents/${file}.ts`)
  seen.clear()
  walk('documents/maker-process.ts')
  expect(seen).toContain('documents/pdf.ts')
})

const withoutTypes = (source: string) =>
  source.replaceAll(/^(import|export) type [^'"]*from '[^']+'/gm, '')

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('one person’s many files stop nobody else’s, and too many of theirs are told to come again', async () => {
  const { makers } = makersFor({ most: 2 })
  const asks = (whose: string) => makers.make(slip, whose)
  const theirs = Array.from({ length: 6 }, () => asks('theirs'))
  // Their second is not begun beside their first; anybody else's is.
  expect(makers.processes()).toHaveLength(1)
  const others = ['one', 'two', 'three'].map(asks)
  expect(makers.processes()).toHaveLength(2)
  await Promise.all(others)
  const many = Array.from({ length: 40 }, () => makers.make(slip, 'theirs'))
  const crowded = (await Promise.allSettled(many)).filter(
    (one) => one.status === 'rejected' && one.reason instanceof CrowdedOut,
  )
  expect(crowded.length).toBeGreaterThan(0)
  await Promise.all(theirs)
  expect(makers.resting()).toBe(true)
})

test('whoever was served longest ago comes next', async () => {
  const { makers } = makersFor({ most: 1 })
  const done: string[] = []
  await Promise.all(
    ['theirs', 'theirs', 'theirs', 'one', 'two', 'three'].map((whose) =>
      makers.make(slip, whose).then(() => done.push(whose)),
    ),
  )
  expect(done).toEqual(['theirs', 'one', 'two', 'three', 'theirs', 'theirs'])
})
