import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bundle } from './bundle.ts'
import { currentProgram, stamp } from './current.ts'

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
  mkdirSync(place.folder)
  writeFileSync(join(place.folder, 'run.mjs'), '')
  stamp(place.folder, ['a.ts', 'b.ts'], place)
  return { ...place, write, current: (asBuilt = false) => currentProgram(asBuilt, place) }
}

test('a program is current while its sources say what they said, touched or not', () => {
  const { repository, folder, current, write } = made()
  const entry = join(folder, 'run.mjs')
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
  const { repository, folder, current } = made()
  expect(currentProgram(false, { repository: join(repository, 'elsewhere'), folder })).toBeNull()
  rmSync(join(folder, 'run.mjs'))
  expect(current(true)).toBeNull()
})

test('a stamp that was cut off while it was written is no program, and stops no start', () => {
  const { folder, current } = made()
  writeFileSync(join(folder, 'stamp.json'), '{"repository":')
  expect(current()).toBeNull()
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
