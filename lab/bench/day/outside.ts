import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Agent, createServer, request, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { payInvoice, rejectInvoice } from '../../../sandbox/acts.ts'
import { personOf, vehicleOf } from '../../../sandbox/defaults.ts'
import { startSandbox } from '../../../sandbox/start.ts'
import type { Invoice } from '../../../systems/bank/sandbox.ts'
import { freePort } from '../../../tests/http.ts'
import { carsOf, synthetic } from '../data/people.ts'
import { outsideJournal } from './accounting.ts'
import { seeded } from './mix.ts'

/** Calls of outside systems that only look up. */

/**
 * Asked about and nothing more: the same question has the same answer. Whatever else is asked of
 * `/esbd` the sandbox answers itself.
 */
const lookUps = new Set([
  'GetClientsByKeyFields',
  'SetClient',
  'SetClientDocuments',
  'GetClassId',
  'GetClassText',
  'SearchVehicles',
  'GetMiddlemenByKeyFields',
  'Execute',
  'CalculatePolicyPremium',
  'SetPolicyDraft',
  'GetItems',
])

const isLookUp = (asked: IncomingMessage, body: string): boolean =>
  !asked.url?.startsWith('/esbd/') ||
  lookUps.has(/Body[^>]*>\s*<(?:\w+:)?(\w+)/.exec(body)?.[1] ?? '')

/**
 * The outside world of a stress day, in a process of its own. Registers, the unified database's
 * look-ups and scoring answer canned: what the sandbox said the first time, less what differs from
 * call to call, after a delay and with the failures of the country's networks. What changes the
 * outside (policies, bills, cards, receipts, messages) is the sandbox itself, so that its journal
 * can be compared with our books. Clients of the mobile bank pay their bills by themselves.
 */
const Options = z.object({
  buyers: z.int(),
  seed: z.int(),
  /** Milliseconds that half of the calls take less than. */
  delayMs: z.number(),
  /** Where it listens; by default only this machine reaches it. */
  host: z.string().default('127.0.0.1'),
  /** Shares of calls that are refused with 503, cut, or never answered. */
  failures: z.object({ unavailable: z.number(), cut: z.number(), silent: z.number() }),
})
const options = Options.parse(JSON.parse(process.argv[2] ?? '{}'))
const random = seeded(options.seed)
const SILENT_MS = 8_000
const PAYS_WITHIN_MS = 6_000
const REJECTS = 0.02

const sandbox = await startSandbox({
  host: options.host,
  port: 0,
  smtpPort: 0,
  baseTime: new Date('2026-11-20T06:00:00Z'),
  delayMs: options.delayMs,
})
const { world } = sandbox
for (let n = 0; n < options.buyers; n += 1) {
  const { iin, phone, surname, name, patronymic, birthDate } = synthetic(n)
  world.people.set(iin, personOf(world, iin, { phone, surname, name, patronymic, birthDate }))
  for (const { plate, techPassport } of carsOf(n, options.buyers))
    world.vehicles.set(plate, vehicleOf(world, plate, { techPassport, ownerIin: iin }))
}

type Canned = { status: number; type: string; parts: string[]; ids: number[] }
const kept = new Map<string, Canned>()
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g
const agent = new Agent({ keepAlive: true })
const counted = { calls: 0, canned: 0, failed: 0 }

/** What the sandbox says, asked at its own door. */
function sandboxSays(
  asked: IncomingMessage,
  body: string,
): Promise<{ status: number; type: string; text: string }> {
  const { host: _ours, ...headers } = asked.headers
  return new Promise((resolve, reject) => {
    const passed = request(
      `${sandbox.url}${asked.url}`,
      { agent, method: asked.method, headers },
      (got) => {
        const chunks: Buffer[] = []
        got.on('data', (chunk: Buffer) => chunks.push(chunk))
        got.on('end', () =>
          resolve({
            status: got.statusCode ?? 502,
            type: got.headers['content-type'] ?? 'text/plain',
            text: Buffer.concat(chunks).toString(),
          }),
        )
      },
    )
    passed.on('error', reject)
    passed.end(body)
  })
}

/** The canned answer with the ids of this very question in their places. */
const filled = ({ parts, ids }: Canned, asked: readonly string[]): string => {
  let text = parts[0] ?? ''
  for (const [at, id] of ids.entries()) text += (asked[id] ?? '') + (parts[at + 1] ?? '')
  return text
}

async function answer(asked: IncomingMessage, reply: ServerResponse, body: string) {
  counted.calls += 1
  const fate = random.next()
  const { unavailable, cut, silent } = options.failures
  if (fate < unavailable + cut + silent) {
    counted.failed += 1
    if (fate < unavailable)
      return void reply.writeHead(503, { 'content-type': 'text/plain' }).end('Service Unavailable')
    if (fate >= unavailable + cut) await pause(SILENT_MS)
    return void asked.socket.resetAndDestroy()
  }
  const ids: readonly string[] = body.match(UUID) ?? []
  const key = isLookUp(asked, body)
    ? createHash('sha1')
        .update(`${asked.url}\n`)
        .update(body.replace(UUID, '').replace(INSTANT, ''))
        .digest('base64')
    : null
  const known = key === null ? undefined : kept.get(key)
  if (known) {
    counted.canned += 1
    const text = filled(known, ids)
    return void setTimeout(
      () => reply.writeHead(known.status, { 'content-type': known.type }).end(text),
      random.delay(options.delayMs),
    )
  }
  const { status, type, text } = await sandboxSays(asked, body)
  if (key !== null && status === 200) {
    const echoed = [...text.matchAll(UUID)].filter(([id]) => ids.includes(id))
    const cuts = echoed.flatMap(({ 0: id, index }) => [index, index + id.length])
    const parts = [0, ...cuts].flatMap((from, at) =>
      at % 2 === 0 ? [text.slice(from, cuts[at])] : [],
    )
    kept.set(key, { status, type, parts, ids: echoed.map(([id]) => ids.indexOf(id)) })
  }
  reply.writeHead(status, { 'content-type': type }).end(text)
}

const door = createServer((asked, reply) => {
  const chunks: Buffer[] = []
  asked.on('data', (chunk: Buffer) => chunks.push(chunk))
  asked.on(
    'end',
    () => void answer(asked, reply, Buffer.concat(chunks).toString()).catch(() => reply.destroy()),
  )
})
const port = await freePort()
await new Promise<void>((resolve) => door.listen(port, options.host, resolve))

/** Everybody who got a bill pays it soon, or refuses it. */
const seen = new Set<string>()
setInterval(() => {
  for (const { id, state } of world.store<Invoice>('bank.invoices').values())
    if (state === 'awaiting' && !seen.has(id)) {
      seen.add(id)
      const act = random.next() < REJECTS ? rejectInvoice : payInvoice
      setTimeout(() => act(world, id), 500 + random.below(PAYS_WITHIN_MS))
    }
}, 250)

process.on('message', (message) => {
  if (message === 'journal') process.send?.({ journal: outsideJournal(world) })
  if (message === 'counted')
    process.send?.({
      counted: { ...counted, cpu: process.cpuUsage(), rss: process.memoryUsage().rss },
    })
})
process.on('disconnect', () => process.exit())
process.send?.({
  sandboxUrl: sandbox.url,
  smtpPort: sandbox.smtpPort,
  door: `http://${options.host}:${port}`,
})
