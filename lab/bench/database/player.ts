import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { synthetic } from '../data/people.ts'
import { seeded } from '../day/mix.ts'
import { anotherLike, idAt, type Part, type Script, type Step, type Value } from './script.ts'
import { type Kind, type Played, type Playing, tokenOf } from './tapes.ts'

/**
 * Lines of the journal of outside calls are not written one by one: the product collects them for a
 * moment and writes them together (`server/telemetry/journal.ts`), and so does whoever plays it.
 */
const TOGETHER_AT = 200
const WAIT_MS = 300

const areLines = (text: string): boolean => /^\s*insert into "outside_calls"/i.test(text)

type Speaks = { query(asked: pg.QueryConfig): Promise<pg.QueryResult> }
type Word = string | Buffer | null
/** Rows of one insert and whatever else its transaction says. */
type Written = { text: string; values: Word[]; rest: (on: Speaks) => Promise<void> }

/** `write` writes so many rows by one insert in one transaction with the rest of the last of them. */
function lines(write: (text: string, values: Word[], rest: Written['rest']) => void) {
  let values: Word[] = []
  let last: Written | null = null
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (last) write(insertOf(last.text, values.length), values, last.rest)
    values = []
    last = null
  }
  return (written: Written) => {
    last = written
    values.push(...written.values)
    timer ??= setTimeout(flush, WAIT_MS)
    if (values.length >= TOGETHER_AT * widthOf(written.text)) flush()
  }
}

const headOf = (text: string) => text.slice(0, text.indexOf(') values ') + 1)
const widthOf = (text: string) => headOf(text).split(',').length

function insertOf(text: string, count: number): string {
  const width = widthOf(text)
  const rows = Array.from({ length: count / width }, (_, row) => {
    const places = Array.from({ length: width }, (_, at) => `$${row * width + at + 1}`)
    return `(${places.join(', ')})`
  })
  return `${headOf(text)} values ${rows.join(', ')}`
}

/**
 * Says to PostgreSQL what one process of the product would at a share of the stress day: scripts of
 * each kind come when they come, whether or not earlier ones are over, and over them goes what is
 * said at idle times. Its own process, with the product's connections.
 */
const [told] = (await once(process, 'message')) as [Playing]
const { statements, scripts, clients, seconds, warmSeconds } = told
const random = seeded(told.seed)
const CONNECTIONS = 16
const MOST_UNDER_WAY = 3_000
const connections = new pg.Pool({ connectionString: told.databaseUrl, max: CONNECTIONS })
const locks = new pg.Pool({ connectionString: told.databaseUrl, max: 1, idleTimeoutMillis: 0 })
const listener = new pg.Client({ connectionString: told.databaseUrl })
await listener.connect()
await listener.query('listen order_changed')

/** What a client's names stand for; the first of them are the client's own. */
type Meanings = { of: string[]; token: Buffer }

const queries = statements.map(({ text, isKept }, at) => ({
  text,
  ...(isKept ? { name: `s${at}` } : {}),
}))

function someone(script: Script): Meanings {
  const n = random.below(clients)
  const { iin, phone, plate } = synthetic(n)
  const others = script.names.slice(3).map((id) => anotherLike(id))
  return { of: [iin, phone, plate, ...others], token: tokenOf(n) }
}

function meant(value: Value, { of, token }: Meanings): string | Buffer | null {
  if (value === null || typeof value === 'string') return value
  if ('token' in value) return token
  if ('bytes' in value) return Buffer.from(value.bytes, 'base64')
  return value.pattern.map((part) => (typeof part === 'number' ? of[part] : part)).join('')
}

async function say(on: Speaks, { statement, values, found }: Step, meanings: Meanings) {
  const query = queries[statement]
  if (!query) throw new Error(`no statement ${statement}`)
  const { rows } = await on.query({ ...query, values: values.map((one) => meant(one, meanings)) })
  for (const one of found) {
    const id = idAt(rows, one)
    if (id !== undefined) meanings.of[one.name] = id
  }
}

async function playPart(part: Part, meanings: Meanings): Promise<void> {
  if (!part.transaction) {
    for (const step of part.steps) await say(part.locks ? locks : connections, step, meanings)
    return
  }
  const [first, ...others] = part.steps
  const text = statements[first?.statement ?? 0]?.text ?? ''
  const sayAll = async (client: Speaks, steps: readonly Step[]) => {
    for (const step of steps) await say(client, step, meanings)
  }
  if (!first || !areLines(text)) return inTransaction((client) => sayAll(client, part.steps))
  const values = first.values.map((value) => meant(value, meanings))
  collect({ text, values, rest: (client) => sayAll(client, others) })
}

async function inTransaction(work: (client: Speaks) => Promise<unknown>): Promise<void> {
  const client = await connections.connect()
  try {
    await client.query('begin')
    await work(client)
    await client.query('commit')
    client.release()
  } catch (cause) {
    client.release(true)
    throw cause
  }
}

const collect = lines((text, values, rest) => {
  const write = async (client: Speaks) => {
    await client.query({ text, values })
    await rest(client)
  }
  inTransaction(write).catch(note)
})

const kinds = Object.keys(told.perSecond) as Kind[]
const counted = Object.fromEntries(
  kinds.map((kind) => [kind, { came: 0, done: 0, late: [] as number[] }]),
) as Played['of']
const failed = new Map<string, number>()
const note = (cause: unknown) => {
  const why = cause instanceof Error ? cause.message : String(cause)
  failed.set(why, (failed.get(why) ?? 0) + 1)
}
let underWay = 0

async function play(kind: Kind, due: number, isCounted: boolean): Promise<void> {
  const count = counted[kind]
  if (isCounted) count.came += 1
  if (underWay >= MOST_UNDER_WAY) return
  underWay += 1
  try {
    const script = random.of(scripts[kind])
    const meanings = someone(script)
    for (const part of script.parts) await playPart(part, meanings)
    if (!isCounted) return
    count.done += 1
    count.late.push(performance.now() - due)
  } catch (cause) {
    note(cause)
  } finally {
    underWay -= 1
  }
}

async function arrive(kind: Kind, from: number, end: number): Promise<void> {
  const perSecond = told.perSecond[kind]
  if (perSecond <= 0) return
  let due = performance.now() + random.gap(perSecond)
  for (; due < end; due += random.gap(perSecond)) {
    const wait = due - performance.now()
    if (wait > 1) await pause(wait)
    void play(kind, due, due >= from)
  }
}

/** The looks of the queue and the sweeps, as evenly as they were recorded. */
async function idle(end: number): Promise<void> {
  const { parts } = scripts.idle
  for (let at = random.below(parts.length); performance.now() < end; at += 1) {
    const meanings: Meanings = { of: [...scripts.idle.names], token: Buffer.alloc(32) }
    await playPart(parts[at % parts.length] as Part, meanings).catch(note)
    await pause((told.idleSeconds * 1_000) / parts.length)
  }
}

const began = performance.now()
const end = began + (warmSeconds + seconds) * 1_000
await Promise.all([
  idle(end),
  ...kinds.map((kind) => arrive(kind, began + warmSeconds * 1_000, end)),
])
for (let left = 0; left < 40 && underWay > 0; left += 1) await pause(250)
const played: Played = { of: counted, failed: [...failed], underWay }
process.send?.(played, () => process.exit(0))
process.on('disconnect', () => process.exit(1))
