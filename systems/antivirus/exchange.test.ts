import { connect, createServer } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import type { CallRecord } from '../http.ts'
import { antivirus } from './client.ts'
import { answers, streamMaxBytes } from './protocol.ts'
import { antivirusSandbox, eicar, eicarSignature } from './sandbox.ts'

const world = createWorld({})
const server = antivirusSandbox(world)
const journal: CallRecord[] = []
const note = (record: CallRecord) => void journal.push(record)
let port: number
const short = { stallMs: 300, verdictMs: 400 }
/** Gives up soon if no answer can come; else waits as long as a busy machine takes. */
const client = (at = port) =>
  antivirus(`127.0.0.1:${at}`, {
    journal: note,
    breakAfter: 1_000,
    ...(at !== port || world.faults.some(({ mode }) => mode === 'timeout') ? short : {}),
  })

beforeAll(async () => {
  port = await server.listen(0, '127.0.0.1')
})
beforeEach(() => {
  world.faults.length = 0
  journal.length = 0
})
afterAll(() => server.close())

const scans = (chunks: Iterable<Buffer>, at = port) =>
  client(at).scan({ key: 'f1', read: async () => Readable.from(chunks) })
const heard = () => world.journal.filter(({ system }) => system === 'antivirus')

/** A daemon that behaves as a test wants it. */
async function daemon(serve: Parameters<typeof createServer>[1]): Promise<number> {
  const one = createServer((socket) => {
    socket.on('error', () => {})
    serve?.(socket)
  })
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void one.close())
  const address = one.address()
  return typeof address === 'object' && address ? address.port : 0
}

test('a file of many chunks is clean, and the journal tells of the call by our id alone', async () => {
  expect(
    await scans([
      Buffer.alloc(0),
      ...Array.from({ length: 160 }, () => Buffer.alloc(65_536, 7)),
      Buffer.alloc(0),
    ]),
  ).toEqual({
    clean: true,
  })
  expect(heard().at(-1)).toMatchObject({
    operation: 'INSTREAM',
    key: { bytes: String(160 * 65_536) },
    fault: null,
  })
  expect(journal).toMatchObject([
    { system: 'antivirus', operation: 'INSTREAM', key: 'f1', attempts: 1, outcome: 'ok' },
  ])
})

test('an empty file is clean', async () => {
  expect(await scans([])).toEqual({ clean: true })
})

test.each([
  ['alone', [Buffer.from(eicar)]],
  ['in the middle of a file', [Buffer.alloc(1_000), Buffer.from(eicar), Buffer.alloc(1_000)]],
  ['across two chunks', [Buffer.from(eicar.slice(0, 30)), Buffer.from(eicar.slice(30))]],
])('the test file is found %s, with the name of what was found', async (_where, chunks) => {
  expect(await scans(chunks)).toEqual({ clean: false, signature: eicarSignature })
})

test.each([
  ['error', answers.tooLarge],
  ['reset_before', 'ECONNRESET'],
  ['reset', 'ECONNRESET'],
  ['timeout', 'time limit'],
  ['garbage', 'not an answer of the protocol'],
] as const)('a daemon in mode %s gives no verdict: %s', async (mode, reason) => {
  world.faults.push({ system: 'antivirus', mode, times: 1 })
  await expect(scans([Buffer.from('text')])).rejects.toMatchObject({
    name: 'Unavailable',
    message: `antivirus INSTREAM: ${reason}`,
  })
  expect(journal.at(-1)?.outcome).toBe('unavailable')
  expect(await scans([Buffer.from('text')])).toEqual({ clean: true })
})

test('one that hangs up gives no verdict', async () => {
  world.faults.push({ system: 'antivirus', mode: 'unavailable', times: 1 })
  await expect(scans([Buffer.from('text')])).rejects.toMatchObject({ name: 'Unavailable' })
})

test('one that is slow has its time', async () => {
  world.faults.push({ system: 'antivirus', mode: 'slow', times: 1 })
  const patient = antivirus(`127.0.0.1:${port}`, { journal: note })
  expect(
    await patient.scan({ key: 'f1', read: async () => Readable.from([Buffer.from('text')]) }),
  ).toEqual({ clean: true })
})

test('where nobody listens there is no verdict', async () => {
  const gone = antivirusSandbox(world)
  const at = await gone.listen(0, '127.0.0.1')
  await gone.close()
  await expect(scans([Buffer.from('text')], at)).rejects.toMatchObject({
    name: 'Unavailable',
    mayHaveHappened: false,
  })
})

test('a stream longer than the daemon takes is refused before its end', async () => {
  const megabyte = Buffer.alloc(1024 * 1024)
  let read = 0
  function* endless() {
    for (; read < 4 * streamMaxBytes; read += megabyte.length) yield megabyte
  }
  await expect(scans(endless())).rejects.toMatchObject({ name: 'Unavailable' })
  expect(read).toBeLessThan(4 * streamMaxBytes)
})

test.each(['stream: OK FOUND it', 'OK', 'stream:  FOUND', 'stream: OK, perhaps', ''])(
  'the answer %j is not taken for a verdict',
  async (answer) => {
    const at = await daemon((socket) => socket.once('data', () => socket.end(`${answer}\0`)))
    await expect(scans([Buffer.from('text')], at)).rejects.toMatchObject({ name: 'Unavailable' })
  },
)

test('an answer that breaks off before its NUL is none', async () => {
  const at = await daemon((socket) => socket.once('data', () => socket.end(answers.clean)))
  await expect(scans([Buffer.from('text')], at)).rejects.toMatchObject({
    message: 'antivirus INSTREAM: no answer',
  })
})

test('a daemon that stops taking bytes is given up', async () => {
  const at = await daemon((socket) => socket.pause())
  const chunk = Buffer.alloc(1024 * 1024)
  await expect(
    scans(
      Array.from({ length: 64 }, () => chunk),
      at,
    ),
  ).rejects.toMatchObject({ message: 'antivirus INSTREAM: time limit' })
  expect(journal.at(-1)?.attempts).toBe(1)
})

test('a file that cannot be read to its end is not scanned', async () => {
  async function* broken() {
    yield Buffer.from('text')
    throw new Error('the disk is gone')
  }
  const scan = client().scan({ key: 'f1', read: async () => broken() })
  await expect(scan).rejects.toMatchObject({ name: 'Unavailable' })
})

test('the daemon answers PING, and nothing else that it does not know', async () => {
  const asks = async (text: string) => {
    const socket = connect({ port, host: '127.0.0.1' }).setEncoding('latin1')
    socket.write(text)
    return (await socket.toArray()).join('')
  }
  expect(await asks('zPING\0')).toBe('PONG\0')
  expect(await asks('zSHUTDOWN\0')).toBe('UNKNOWN COMMAND\0')
})
