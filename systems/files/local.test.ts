import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { Unavailable } from '../http.ts'
import { localFiles } from './client.ts'

function folder() {
  const made = mkdtempSync(join(tmpdir(), 'files-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}
async function* bytes(...parts: string[]) {
  for (const part of parts) yield Buffer.from(part)
}

test('what was put is read back, until it is removed', async () => {
  const files = localFiles(folder())
  await files.put('claims/2026/a-1', bytes('abc', 'def'))
  expect((await buffer(await files.read('claims/2026/a-1'))).toString()).toBe('abcdef')
  await files.remove('claims/2026/a-1')
  await files.remove('claims/2026/a-1')
  await expect(files.read('claims/2026/a-1')).rejects.toBeInstanceOf(Unavailable)
})

test('an upload that breaks off leaves nothing', async () => {
  const home = folder()
  const files = localFiles(home)
  async function* broken() {
    yield Buffer.from('abc')
    throw new Error('the connection is gone')
  }
  await expect(files.put('claims/b', broken())).rejects.toThrow('the connection is gone')
  await expect(files.read('claims/b')).rejects.toBeInstanceOf(Unavailable)
  expect(readdirSync(join(home, 'claims'))).toEqual([])
})

test.each(['../secret', '/etc/passwd', 'a/../../b', 'a//b', '', 'A'])('the key %j leads nowhere', async (key) => {
  await expect(localFiles(folder()).put(key, bytes('x'))).rejects.toBeInstanceOf(RangeError)
})
