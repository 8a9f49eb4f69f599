import { createServer, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#tests/http.ts'
import { fastPath } from './fast-path.ts'

/** Knows how to answer `{"ask":…}`, nothing else; throws on what is no JSON. */
const quick = async (text: string) => {
  const { ask } = JSON.parse(text)
  return typeof ask === 'string' ? Buffer.from(JSON.stringify({ said: ask })) : null
}
let counted = 0
const handler = fastPath(new Map([['/say', { quick, seen: () => counted++ }]]), {
  'x-frame-options': 'DENY',
})
/** The rest of the server tells what it was given. */
const server = createServer(
  handler((asked, answer) => {
    let body = ''
    asked.on('data', (part) => {
      body += part
    })
    asked.on('end', () => answer.writeHead(418).end(`${asked.method} ${asked.url} ${body}`))
  }),
)
let port = 0
beforeAll(async () => {
  port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
})
afterAll(() => server.close())

const json = { 'content-type': 'application/json' }
type Ask = {
  path?: string
  method?: string
  headers?: Record<string, string>
  parts: string[]
  length?: boolean
}
/** One request whose body goes out in parts, each once the one before is away. */
const ask = ({ path = '/say', method = 'POST', headers = json, parts, length = true }: Ask) =>
  new Promise<{ status: number; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const size = Buffer.byteLength(parts.join(''))
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          path,
          method,
          agent: false,
          headers: { ...headers, ...(length ? { 'content-length': size } : {}) },
        },
        (answer) => {
          let text = ''
          answer.on('data', (part) => {
            text += part
          })
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
          )
        },
      ).on('error', reject)
      const next = ([part, ...more]: string[]): void => {
        if (part === undefined) sent.end()
        else sent.write(part, () => setImmediate(next, more))
      }
      next(parts)
    },
  )

test.each([[['{"ask":"қанша"}']], [['{"a', 'sk":"', 'қанша"}']]])(
  'a question in the parts %j is answered at once and counted',
  async (parts) => {
    const before = counted
    const answer = await ask({ parts })
    expect(answer).toMatchObject({ status: 200, text: '{"said":"қанша"}' })
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': '21',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
    })
    expect(counted).toBe(before + 1)
  },
)

test.each([
  ['a question it does not know', { parts: ['{"ask', '":7}'] }],
  ['what is no JSON', { parts: ['{"ask"'] }],
  ['a body longer than a question', { parts: [`{"ask":"${'a'.repeat(4_096)}"}`] }],
  ['a body without its length', { parts: ['{"ask":"a"}'], length: false }],
  ['another type', { parts: ['{"ask":"a"}'], headers: { 'content-type': 'text/plain' } }],
  ['another method', { parts: ['{"ask":"a"}'], method: 'PUT' }],
  ['another address', { parts: ['{"ask":"a"}'], path: '/say/more' }],
])('%s goes on to the rest of the server with its whole body', async (_, asked: Ask) => {
  const before = counted
  const { status, text } = await ask(asked)
  expect(status).toBe(418)
  expect(text).toBe(`${asked.method ?? 'POST'} ${asked.path ?? '/say'} ${asked.parts.join('')}`)
  expect(counted).toBe(before)
})

test('a body that breaks off is answered by nobody and harms nobody', async () => {
  await new Promise<void>((resolve) => {
    const sent = request({
      host: '127.0.0.1',
      port,
      path: '/say',
      method: 'POST',
      agent: false,
      headers: { ...json, 'content-length': 50 },
    })
    sent.on('error', () => resolve())
    sent.write('{"ask":"a', () => sent.destroy(new Error('broken off')))
  })
  expect(await ask({ parts: ['{"ask":"still here"}'] })).toMatchObject({ status: 200 })
})
