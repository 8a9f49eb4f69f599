import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bundle } from './bundle.ts'
import { currentProgram, putInPlace, stamp } from './current.ts'
import { settingsOfBuilders } from './settings-of-builders.ts'

const root = join(import.meta.dirname, '..')

function folderFor(at: string) {
  mkdirSync(at, { recursive: true })
  const made = mkdtempSync(join(at, 'program-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** A program made of two sources. */
function made() {
  const repository = folderFor(tmpdir())
  const place = { repository, folder: join(repository, 'made') }
  const write = (file: string, text: string) => writeFileSync(join(repository, file), text)
  write('a.ts', 'export const a = 1')
  write('b.ts', 'export const b = 1')
  const make = () => {
    const work = join(place.folder, 'part')
    mkdirSync(work, { recursive: true })
    writeFileSync(join(work, 'run.mjs'), readFileSync(join(repository, 'a.ts')))
    stamp(work, ['a.ts', 'b.ts'], place)
    putInPlace(work, place)
    rmSync(work, { recursive: true, force: true })
    const entry = currentProgram(false, place)
    if (!entry) throw new Error('nothing was made')
    return entry
  }
  const entry = make()
  const current = (asBuilt = false) => currentProgram(asBuilt, place)
  return { ...place, write, make, entry, current }
}

test('a program is current while its sources say what they said, touched or not', () => {
  const { repository, entry, current, write } = made()
  expect(current()).toBe(entry)
  utimesSync(join(repository, 'a.ts'), 1, 1)
  expect(current()).toBe(entry)
  write('a.ts', 'export const a = 1')
  expect(current()).toBe(entry)
})

test('a source that says something else is seen, however alike it looks', () => {
  const { repository, current, write } = made()
  const { atime, mtime } = statSync(join(repository, 'b.ts'))
  write('b.ts', 'export const b = 2')
  utimesSync(join(repository, 'b.ts'), atime, mtime)
  expect(current()).toBeNull()
  // In an image nobody looks.
  expect(current(true)).not.toBeNull()
  write('b.ts', 'export const b = 1')
  expect(current()).not.toBeNull()
  rmSync(join(repository, 'b.ts'))
  expect(current()).toBeNull()
})

test('a program of another folder, or none, is not current', () => {
  const { repository, folder, entry, current } = made()
  expect(currentProgram(false, { repository: join(repository, 'elsewhere'), folder })).toBeNull()
  rmSync(entry)
  expect(current(true)).toBeNull()
})

test('a stamp that was cut off while it was written is no program, and stops no start', () => {
  const { entry, current } = made()
  writeFileSync(join(dirname(entry), 'stamp.json'), '{"repository":')
  expect(current()).toBeNull()
})

test('a program that runs keeps its files while others are made, and goes when nobody runs it', async () => {
  const { entry, write, make } = made()
  const here = JSON.stringify(join(root, 'program/current.ts'))
  const running = `const { uses } = await import(${here})
    uses(${JSON.stringify(entry)})
    console.log('runs')
    await new Promise((done) => setTimeout(done, 600_000))`
  const server = spawn(process.execPath, ['--input-type=module', '-e', running], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  await once(server.stdout, 'data')
  const others = [2, 3, 4].map((n) => {
    write('a.ts', `export const a = ${n}`)
    return make()
  })
  expect(new Set([entry, ...others]).size).toBe(4)
  expect(readFileSync(entry, 'utf8')).toBe('export const a = 1')
  // The first of the others, which nobody ran, went; the one before the last may just be chosen.
  expect(others.map((one) => existsSync(one))).toEqual([false, true, true])
  server.kill('SIGKILL')
  await once(server, 'exit')
  write('a.ts', 'export const a = 5')
  make()
  expect(existsSync(entry)).toBe(false)
})

test('a source that says again what it said is the program of then', () => {
  const { entry, write, make } = made()
  write('a.ts', 'export const a = 2')
  make()
  write('a.ts', 'export const a = 1')
  expect(make()).toBe(entry)
})

test('who builds is told no key, password or address of ours', () => {
  const kept = settingsOfBuilders({
    PATH: '/bin',
    HOME: '/root',
    NODE_COMPILE_CACHE: '/cache',
    SIGNING_KEY: 'a key',
    DATABASE_URL: 'postgres://',
    SMS_PASSWORD: 'word',
    PGPASSWORD: 'x',
  })
  expect(kept).toEqual({ PATH: '/bin', HOME: '/root', NODE_COMPILE_CACHE: '/cache' })
})

test('what is thrown in a bundle names file and line of its source', async () => {
  const to = folderFor(join(root, 'node_modules/.cache'))
  const sources = await bundle({ entry: 'documents/format.ts' }, to)
  expect(sources).toContain('documents/format.ts')
  expect(sources).toContain('domain/calendar.ts')
  const program = `
    const { nameSources } = await import(${JSON.stringify(join(root, 'program/stack.ts'))})
    nameSources()
    const { legalDay } = await import(${JSON.stringify(join(to, 'entry.mjs'))})
    try { legalDay(null, 'kz') } catch (cause) { console.log(cause.stack) }`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  })
  const [, file = '', line = '0'] = /at \w+ \(([\w/]+\.ts):(\d+)\)/.exec(stdout) ?? []
  expect(stdout).toMatch(/^TypeError: /)
  expect(file).toBe('documents/format.ts')
  const text = readFileSync(join(root, file), 'utf8').split('\n')
  expect(text[Number(line) - 1]).toContain("day.split('-')")
})
