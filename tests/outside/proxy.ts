import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Bad answers of an outside system: a proxy before its sandbox that spoils one answer, and the ways
 * to spoil it. One file per system beside this one says what is asked and what must hold;
 * `OUTSIDE_MUTATIONS` is the number of mutations of each operation.
 */
export type Answer = { status: number; contentType: string; body: Buffer }
export type Spoiled = Answer | 'late' | 'reset'
export type Mutation = { name: string; of: (answer: Answer) => Spoiled }

export const runsOf = (short: number): number => Number(process.env.OUTSIDE_MUTATIONS ?? short)
const LATE_MS = 1_500

type Proxy = {
  address: string
  /** The next answer to a request that `fits` is spoiled. */
  spoil: (fits: (body: string) => boolean, mutation: Mutation) => void
  /** The next answer to a request that `fits`, as it came. */
  sample: (fits: (body: string) => boolean) => () => Answer | null
  /** Whether the armed mutation was used; disarms it. */
  used: () => boolean
  close: () => Promise<void>
}

/**
 * A proxy on a free port. What it forwards has its effect behind it, whatever becomes of the
 * answer.
 */
export async function proxyBefore(target: string): Promise<Proxy> {
  let armed: { fits: (body: string) => boolean; take: (answer: Answer) => Spoiled } | null = null
  let wasUsed = false
  const server = createServer((request, response) => {
    const forward = async () => {
      const body = await bodyOf(request)
      const reply = await fetch(target + (request.url ?? ''), {
        method: request.method ?? 'POST',
        headers: headersOf(request),
        ...(request.method === 'GET' ? {} : { body: new Uint8Array(body) }),
      })
      const contentType = reply.headers.get('content-type') ?? 'text/plain'
      const answer: Answer = {
        status: reply.status,
        contentType,
        body: Buffer.from(await reply.arrayBuffer()),
      }
      const taken = armed?.fits(body.toString('utf8')) ? armed : null
      if (taken) {
        armed = null
        wasUsed = true
      }
      const spoiled = taken ? taken.take(answer) : answer
      if (spoiled === 'reset') return request.socket.resetAndDestroy()
      if (spoiled === 'late') await new Promise((resolve) => setTimeout(resolve, LATE_MS))
      const said = spoiled === 'late' ? answer : spoiled
      response.writeHead(said.status, { 'content-type': said.contentType }).end(said.body)
    }
    forward().catch(() => request.socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spoil(fits, mutation) {
      wasUsed = false
      armed = { fits, take: mutation.of }
    },
    sample(fits) {
      let seen: Answer | null = null
      armed = { fits, take: (answer) => (seen = answer) }
      return () => seen
    },
    used() {
      armed = null
      return wasUsed
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

const headersOf = (request: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === 'string' &&
      !['host', 'connection', 'content-length', 'transfer-encoding'].includes(name)
        ? [[name, value]]
        : [],
    ),
  )

/** Of the whole answer, whatever it is made of. */
export function wholeMutations(): Mutation[] {
  const with_ = (name: string, change: Partial<Answer>): Mutation => ({
    name,
    of: (answer) => ({ ...answer, ...change }),
  })
  const html = Buffer.from('<!doctype html><html><body><h1>502 Bad Gateway</h1></body></html>')
  const cut = (share: number): Mutation => ({
    name: `cut at ${share}`,
    of: (answer) => ({
      ...answer,
      body: answer.body.subarray(0, Math.floor(answer.body.length * share)),
    }),
  })
  return [
    with_('empty', { body: Buffer.alloc(0) }),
    with_('HTML of a gateway', { status: 502, contentType: 'text/html', body: html }),
    with_('HTML with 200', { status: 200, contentType: 'text/html', body: html }),
    with_('503', {
      status: 503,
      contentType: 'text/plain',
      body: Buffer.from('Service Unavailable'),
    }),
    with_('404', { status: 404, contentType: 'text/plain', body: Buffer.from('Not found') }),
    with_('401', { status: 401, contentType: 'text/html', body: html }),
    ...[0.1, 0.35, 0.6, 0.85, 0.97].map(cut),
    {
      name: 'twice',
      of: (answer) => ({ ...answer, body: Buffer.concat([answer.body, answer.body]) }),
    },
    {
      name: 'noise',
      of: (answer) => ({
        ...answer,
        body: Buffer.from(answer.body.map((byte, at) => (at % 7 === 3 ? byte ^ 0x80 : byte))),
      }),
    },
    { name: 'late', of: () => 'late' },
    { name: 'reset behind the effect', of: () => 'reset' },
  ]
}

/** What may stand in a field instead: nothing of it is a value that the system could mean. */
const otherValues = [
  '',
  'abc',
  '-1',
  '4.75',
  '99999999999',
  '0x10',
  'NaN',
  'true',
  '01.13.2026',
  '�',
  '   ',
  '1 000',
]

/**
 * Of one field of an XML answer, and of its encoding; `skip` are fields that nobody reads, or where
 * another value is as good as theirs.
 */
export function xmlMutations(sample: string, count: number, seed: number): Mutation[] {
  const random = mulberry(seed)
  const leaves = [...sample.matchAll(/<([\w]+)>([^<>]*)<\/\1>/g)].map((match) => ({
    text: match[0],
    name: match[1] ?? '',
    at: match.index,
  }))
  const blocks = [...sample.matchAll(/<([\w]+)>(?=<)/g)].map((match) => match[1] ?? '')
  const replaced = (name: string, at: number, from: string, to: string): Mutation => ({
    name,
    of(answer) {
      const text = answer.body.toString('utf8')
      // The sample's place where it is the same answer, else the first such field.
      const place = text.startsWith(from, at)
        ? at
        : text.search(new RegExp(`<${/^<(\w+)/.exec(from)?.[1]}>`))
      return {
        ...answer,
        body: Buffer.from(
          place < 0 ? text : text.slice(0, place) + to + text.slice(place + from.length),
        ),
      }
    },
  })
  const nil = (name: string) =>
    `<${name} xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>`
  const ofLeaf = (): Mutation | null => {
    const leaf = leaves[Math.floor(random() * leaves.length)]
    if (!leaf) return null
    const value = otherValues[Math.floor(random() * otherValues.length)] ?? ''
    const ways = [
      '',
      nil(leaf.name),
      leaf.text + leaf.text,
      `<${leaf.name}>${value}</${leaf.name}>`,
      `<${leaf.name}><x>1</x></${leaf.name}>`,
    ]
    const way = random() < 0.5 ? 3 : Math.floor(random() * ways.length)
    const to = ways[way] ?? ''
    return replaced(`${leaf.name} → ${to.slice(0, 60) || 'left out'}`, leaf.at, leaf.text, to)
  }
  const ofBlock = (): Mutation | null => {
    const name = blocks[Math.floor(random() * blocks.length)]
    if (!name || name === 'Body') return null
    const to = random() < 0.5 ? '' : nil(name)
    const whole = new RegExp(`<${name}>.*?</${name}>`, 's')
    return {
      name: `${name} as a whole → ${to === '' ? 'left out' : 'nil'}`,
      of: (answer) => ({
        ...answer,
        body: Buffer.from(answer.body.toString('utf8').replace(whole, to)),
      }),
    }
  }
  const encodings: Mutation[] = [
    {
      name: 'UTF-16',
      of: ({ body, ...answer }) => ({
        ...answer,
        body: Buffer.concat([
          Buffer.from([0xff, 0xfe]),
          Buffer.from(body.toString('utf8'), 'utf16le'),
        ]),
      }),
    },
    {
      name: 'another encoding, unsaid',
      of: ({ body, ...answer }) => ({
        ...answer,
        body: Buffer.from(body.toString('utf8'), 'utf16le'),
      }),
    },
    {
      name: 'bytes that are no UTF-8',
      of: ({ body, ...answer }) => ({
        ...answer,
        body: Buffer.from(body.toString('utf8'), 'latin1'),
      }),
    },
  ]
  const all = [...wholeMutations(), ...encodings]
  for (let attempts = 0; all.length < count && attempts < count * 20; attempts += 1) {
    const one = random() < 0.85 ? ofLeaf() : ofBlock()
    if (one) all.push(one)
  }
  // A short run is a share of everything, not its beginning.
  return all
    .map((one) => ({ one, by: random() }))
    .sort((a, b) => a.by - b.by)
    .slice(0, count)
    .map(({ one }) => one)
}

/** The same numbers for the same seed, so that a run that failed can be had again. */
function mulberry(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
