import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * What a bad line or a bad day makes of the bank's answer. `at`: which of its fields, counted
 * through.
 */
export const spoilings = [
  'left out',
  'empty',
  'null',
  'text',
  'number',
  'list',
  'nested',
  'huge',
  'negative',
  'another encoding',
  'a failure',
  'an unknown failure',
  'late',
  'cut',
  'twice',
  'nothing',
  'no JSON',
  'HTTP 503',
  'HTTP 500',
  'HTTP 404',
  'reset',
] as const
export type Spoiling = { how: (typeof spoilings)[number]; at: number }

type Line = {
  address: string
  target: string
  spoil: (operation: string) => Spoiling | null
  close: () => Promise<void>
}

/**
 * Stands between a client and the sandbox's bank: every call goes through to the bank, its answer
 * comes back as `spoil` says, a late one when nobody waits for it any more.
 */
export async function badLine(): Promise<Line> {
  const server = createServer((asked, answer) => {
    const chunks: Buffer[] = []
    asked.on('data', (chunk: Buffer) => chunks.push(chunk))
    asked.on('end', () => {
      const onwards = request(
        `${line.target}${asked.url}`,
        { method: asked.method, headers: { ...asked.headers, host: 'bank' } },
        (theirs) => {
          const back: Buffer[] = []
          theirs.on('data', (chunk: Buffer) => back.push(chunk))
          theirs.on('end', () => {
            const spoiling = line.spoil(
              /\/r3\/v0\d\/(\w+\/?[\w-]*)/.exec(asked.url ?? '')?.[1] ?? '',
            )
            const status = theirs.statusCode ?? 500
            const reply = spoiling
              ? spoilt(Buffer.concat(back), status, spoiling)
              : { status, body: Buffer.concat(back) }
            if (reply === 'reset') return asked.socket.resetAndDestroy()
            const send = () => {
              answer.writeHead(reply.status, {
                'content-type': 'application/json',
                connection: 'close',
              })
              answer.end(reply.body)
            }
            if (spoiling?.how === 'late') asked.socket.once('close', send)
            else send()
          })
        },
      )
      onwards.on('error', () => asked.socket.destroy())
      onwards.end(Buffer.concat(chunks))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // The server listens by a port.
  const { port } = server.address() as AddressInfo
  const line: Line = {
    address: `http://127.0.0.1:${port}`,
    target: '',
    spoil: () => null,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return line
}

function spoilt(
  body: Buffer,
  status: number,
  { how, at }: Spoiling,
): { status: number; body: Buffer | string } | 'reset' {
  const text = body.toString('utf8')
  if (how === 'reset') return 'reset'
  if (how === 'late') return { status, body }
  if (how === 'cut') return { status, body: body.subarray(0, at % Math.max(body.length - 1, 1)) }
  if (how === 'twice') return { status, body: text + text }
  if (how === 'nothing') return { status, body: '' }
  if (how === 'no JSON') return { status: 200, body: '<html><body>502 Bad Gateway</body></html>' }
  if (how === 'another encoding') return { status, body: Buffer.from(text, 'utf16le') }
  if (how === 'HTTP 503' || how === 'HTTP 500' || how === 'HTTP 404')
    return { status: Number(how.slice(5)), body: 'Service error' }
  if (how === 'a failure')
    return {
      status,
      body: JSON.stringify({ StatusCode: -999, Message: 'Сервис временно недоступен', Data: null }),
    }
  if (how === 'an unknown failure')
    return { status, body: JSON.stringify({ StatusCode: -77_000 - at, Message: null }) }
  try {
    return { status, body: JSON.stringify(inField(JSON.parse(text), how, at)) }
  } catch {
    return { status, body }
  }
}

const values: Partial<Record<Spoiling['how'], unknown>> = {
  empty: '',
  null: null,
  text: 'другое',
  number: 7.5,
  list: [],
  nested: { value: 1 },
  huge: 1e300,
  negative: -1,
}

/** The answer with one of its fields spoilt, those of `Data` among them. */
function inField(answer: Record<string, unknown>, how: Spoiling['how'], at: number): unknown {
  const data =
    typeof answer.Data === 'object' && answer.Data !== null && !Array.isArray(answer.Data)
      ? { ...answer.Data }
      : null
  const names = [
    ...Object.keys(answer),
    ...(data ? Object.keys(data).map((name) => `Data.${name}`) : []),
  ]
  const name = names[at % names.length] ?? ''
  const changed: Record<string, unknown> = { ...answer, ...(data ? { Data: data } : {}) }
  const [part, last]: [Record<string, unknown>, string] =
    name.startsWith('Data.') && data ? [data, name.slice(5)] : [changed, name]
  if (how === 'left out') Reflect.deleteProperty(part, last)
  else part[last] = values[how]
  return changed
}
