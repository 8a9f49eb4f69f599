import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { objectStorage } from '#tests/object-storage.ts'
import { spec } from '#tests/spec.ts'
import { type CallRecord, Unavailable } from '../http.ts'
import type { Files } from './client.ts'
import { localFiles } from './local-files.ts'
import { objectFiles } from './object-storage.ts'

let storage: Awaited<ReturnType<typeof objectStorage>>
beforeAll(async () => {
  storage = await objectStorage()
  return storage.close
})

const folder = mkdtempSync(join(tmpdir(), 'files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const waitingRoom = join(folder, 'waiting')
const kept = join(folder, 'kept')

async function* bytes(...parts: string[]) {
  for (const part of parts) yield Buffer.from(part)
}
const keysOf = (files: Files) => Array.fromAsync(files.keys())
const textOf = async (files: Files, key: string) => (await buffer(await files.read(key))).toString()
/** Everything on this machine's disk, whatever its name. */
const left = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

const places: Record<string, () => Files> = {
  'local disk': () => localFiles(kept),
  'object storage': () =>
    objectFiles(storage.bucket, { journal: () => {}, waitingRoom, pageSize: 3 }),
}

describe.each(Object.entries(places))('%s', (name, place) => {
  test('what was put is read back, until it is removed', async () => {
    const files = place()
    await files.put('claims/2026/a-1', bytes('abc', 'def'))
    expect(await textOf(files, 'claims/2026/a-1')).toBe('abcdef')
    await files.put('claims/2026/a-1', bytes('another'))
    expect(await textOf(files, 'claims/2026/a-1')).toBe('another')
    await files.remove('claims/2026/a-1')
    await files.remove('claims/2026/a-1')
    await expect(files.read('claims/2026/a-1')).rejects.toBeInstanceOf(Unavailable)
  })

  test('a file that is removed while it comes leaves nothing unfinished: it is refused as a disk that is away, or whole', async () => {
    const files = place()
    const put = files.put(
      'claims/2026/a-2',
      (async function* () {
        yield Buffer.from('abc')
        await files.remove('claims/2026/a-2')
        yield Buffer.from('def')
      })(),
    )
    const ended = await put.then(() => 'whole').catch((cause: unknown) => cause)
    if (ended === 'whole') expect(await textOf(files, 'claims/2026/a-2')).toBe('abcdef')
    else expect(ended).toBeInstanceOf(Unavailable)
    await files.remove('claims/2026/a-2')
    expect(left().filter((entry) => entry.name.endsWith('.part'))).toEqual([])
  })

  test('ten megabytes come back to the last byte, and nothing comes back as nothing', async () => {
    const files = place()
    const sent = createHash('sha256')
    await files.put(
      'claims/large',
      (async function* () {
        for (let part = 0; part < 160; part += 1) {
          const chunk = randomBytes(64 * 1024)
          sent.update(chunk)
          yield chunk
        }
      })(),
    )
    const come = createHash('sha256')
    for await (const chunk of await files.read('claims/large')) come.update(chunk)
    expect(come.digest('hex')).toBe(sent.digest('hex'))
    await files.put('claims/empty', bytes())
    expect(await textOf(files, 'claims/empty')).toBe('')
    for (const key of ['claims/large', 'claims/empty']) await files.remove(key)
  })

  test('an upload that breaks off leaves nothing', async () => {
    spec('5.claim-files-kept-disk')

    const files = place()
    const before = left()
    async function* broken() {
      yield randomBytes(300_000)
      throw new Error('the connection is gone')
    }
    await expect(files.put('claims/b', broken())).rejects.toThrow('the connection is gone')
    await expect(files.read('claims/b')).rejects.toBeInstanceOf(Unavailable)
    expect(await keysOf(files)).toEqual([])
    expect(left()).toEqual(before)
  })

  test('a process killed in the middle of an upload leaves nothing, once its row is swept', async () => {
    const before = left()
    const where = name === 'local disk' ? [] : Object.values(storage.bucket)
    const child = spawn(process.execPath, [
      join(import.meta.dirname, '..', '..', 'tests', 'upload-process.ts'),
      folder,
      ...where,
    ])
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const files = place()
    expect(await keysOf(files)).toEqual([])
    await files.remove('claims/killed')
    expect(left()).toEqual(before)
  })

  test('all keys are told in their order, but no file that is still coming', async () => {
    const files = place()
    const keys = [
      'a',
      'claims/2026-11/a-1',
      'claims/2026-11/b',
      'claims/2026-12/a',
      'claims/c',
      'd',
      'e/f',
    ].sort()
    for (const key of keys.toReversed()) await files.put(key, bytes(key))
    let seen: string[] = []
    await files.put(
      'b/coming',
      (async function* () {
        yield Buffer.from('half')
        seen = await keysOf(files)
      })(),
    )
    expect(seen).toEqual(keys)
    expect(await keysOf(files)).toEqual([...keys, 'b/coming'].sort())
    for (const key of [...keys, 'b/coming']) await files.remove(key)
    expect(await keysOf(files)).toEqual([])
  })

  test.each(['../secret', '/etc/passwd', 'a/../../b', 'a//b', '', 'A', 'a?b', 'a%2fb'])(
    'the key %j leads nowhere',
    async (key) => {
      const files = place()
      await expect(async () => files.put(key, bytes('x'))).rejects.toBeInstanceOf(RangeError)
      await expect(async () => files.read(key)).rejects.toBeInstanceOf(RangeError)
    },
  )
})

test('a folder that cannot be written is a storage that does not answer', async () => {
  await localFiles(folder).put('taken', bytes('a file'))
  await expect(localFiles(join(folder, 'taken')).put('a', bytes('x'))).rejects.toBeInstanceOf(
    Unavailable,
  )
  const nowhere = objectFiles(storage.bucket, {
    journal: () => {},
    waitingRoom: join(folder, 'taken'),
  })
  await expect(nowhere.put('a', bytes('x'))).rejects.toBeInstanceOf(Unavailable)
})

type Fault = (answer: ServerResponse) => void
/** Starts a proxy before the storage that breaks the first requests; later ones pass. */
async function behind(faults: Fault[], options: { timeoutMs?: number; secretKey?: string } = {}) {
  const real = new URL(storage.bucket.address)
  const door = createServer((asked, answer) => {
    const fault = faults.shift()
    if (fault) return fault(answer)
    const { method, url: path, headers } = asked
    const passed = request(
      { host: real.hostname, port: real.port, method, path, headers },
      (from) => {
        answer.writeHead(from.statusCode ?? 500, from.headers)
        from.pipe(answer)
      },
    )
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    door.closeAllConnections()
    door.close()
  })
  const journal: CallRecord[] = []
  const { port } = door.address() as AddressInfo
  const { secretKey = storage.bucket.secretKey, ...more } = options
  const bucket = { ...storage.bucket, address: `http://127.0.0.1:${port}/qorgan/`, secretKey }
  return {
    files: objectFiles(bucket, { journal: (record) => journal.push(record), waitingRoom, ...more }),
    journal,
  }
}
const busy: Fault = (answer) => answer.writeHead(503).end()
const reset: Fault = (answer) => answer.socket?.resetAndDestroy()
const silence: Fault = () => {}

test('what the storage refuses for the moment or cuts off is asked again, with all the bytes', async () => {
  const { files, journal } = await behind([reset, busy])
  await files.put('claims/again', bytes('all ', 'of ', 'it'))
  expect(await textOf(files, 'claims/again')).toBe('all of it')
  await files.remove('claims/again')
  expect(
    journal.map(({ operation, attempts, outcome, key }) => ({ operation, attempts, outcome, key })),
  ).toEqual([
    { operation: 'put', attempts: 3, outcome: 'ok', key: 'claims/again' },
    { operation: 'read', attempts: 1, outcome: 'ok', key: 'claims/again' },
    { operation: 'remove', attempts: 1, outcome: 'ok', key: 'claims/again' },
  ])
})

test('a storage that says nothing is given up, and nothing waits on the disk', async () => {
  const { files, journal } = await behind([silence, silence], { timeoutMs: 300 })
  const before = left()
  await expect(files.put('claims/silent', bytes('x'))).rejects.toThrow('time limit')
  await expect(files.read('claims/silent')).rejects.toThrow('time limit')
  expect(left()).toEqual(before)
  expect(journal.map(({ outcome, attempts }) => [outcome, attempts])).toEqual([
    ['unavailable', 1],
    ['unavailable', 1],
  ])
})

test('with a wrong secret, or without the bucket, nothing is stored and nothing is read', async () => {
  const { files } = await behind([], { secretKey: 'another' })
  await expect(files.put('claims/a', bytes('x'))).rejects.toThrow('HTTP 403')
  await expect(Array.fromAsync(files.keys())).rejects.toBeInstanceOf(Unavailable)
  const elsewhere = objectFiles(
    { ...storage.bucket, address: storage.bucket.address.replace('qorgan', 'nothing') },
    { journal: () => {}, waitingRoom },
  )
  await expect(elsewhere.put('claims/a', bytes('x'))).rejects.toThrow('no such bucket')
  await expect(keysOf(elsewhere)).rejects.toThrow('no such bucket')
})
