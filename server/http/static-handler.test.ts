import { createServer, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#tests/http.ts'
import type { Held } from './held-answer.ts'
import type { Site } from './site.ts'
import { staticHandler } from './site.ts'
import { standingHeaders } from './site-headers.ts'

const html: Held = {
  file: 'index.html',
  type: 'text/html; charset=utf-8',
  etag: '"one"',
  immutable: false,
  page: 'index',
  bytes: Buffer.from('plain'),
  brBytes: Buffer.from('brotli'),
  gzBytes: Buffer.from('gzip'),
}
const script: Held = {
  file: 'a.js',
  type: 'text/javascript',
  etag: '"two"',
  immutable: true,
  bytes: Buffer.from('let a'),
}
const docs: Held = {
  ...html,
  bytes: Buffer.from(
    '<header><a href="/ru/docs" lang="ru" data-lang="ru">Рус</a></header><main data-offers="">',
  ),
}
const site: Site = {
  id: 'test',
  held: new Map([
    ['/docs', docs],
    ['/', html],
    ['/assets/a.js', script],
    ['/managers/kim', { ...html, query: { id: '3' } }],
  ]),
  render: () => '',
}
const seen: number[] = []
const handler = staticHandler(site, standingHeaders(true), (status) => seen.push(status))
const server = createServer(
  handler((_request, response) => response.writeHead(418).end('the rest')),
)
let port = 0
beforeAll(async () => {
  port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
})
afterAll(() => server.close())

/** As it is on the wire: fetch would unpack it and add headers of its own. */
const ask = (
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
) =>
  new Promise<{ status: number; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (answer) => {
        let text = ''
        answer.on('data', (part) => {
          text += part
        })
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
        )
      })
        .on('error', reject)
        .end()
    },
  )

test.each([
  ['br, gzip', 'brotli', 'br'],
  ['gzip, deflate', 'gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip', 'gzip'],
  ['br; q=0.000,gzip;q=0', 'plain', undefined],
  ['gzip;q=0.5, br;q=0.01', 'brotli', 'br'],
  ['identity', 'plain', undefined],
  ['', 'plain', undefined],
])('whoever takes «%s» gets %s', async (encodings, text, encoding) => {
  const answer = await ask('/?utm_source=x', {
    headers: encodings ? { 'accept-encoding': encodings } : {},
  })
  expect(answer).toMatchObject({ status: 200, text })
  expect(answer.headers).toMatchObject({
    'content-length': String(text.length),
    etag: '"one"',
    vary: 'accept-encoding, accept-language, cookie',
    'cache-control': 'no-cache',
    'speculation-rules': '"/speculation-rules.json"',
    'x-frame-options': 'DENY',
    'strict-transport-security': expect.stringContaining('max-age'),
  })
  expect(answer.headers['content-encoding']).toBe(encoding)
})

test('what has not changed is not sent again; a head has no body; a file with a hash is kept for a year', async () => {
  expect(await ask('/', { headers: { 'if-none-match': '"one"' } })).toMatchObject({
    status: 304,
    text: '',
  })
  expect(await ask('/', { method: 'HEAD' })).toMatchObject({
    status: 200,
    text: '',
    headers: { 'content-length': '5' },
  })
  expect((await ask('/assets/a.js')).headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(seen).toContain(304)
})

test.each([
  [{ 'accept-language': 'ru-RU,ru;q=0.9' }, true],
  [{ 'accept-language': 'kk-KZ,ru;q=0.9' }, false],
  [{ 'accept-language': 'en-US,ru;q=0.9' }, false],
  [{ cookie: 'a=b; lang=ru', 'accept-language': 'kk' }, true],
  [{ cookie: 'lang=kz', 'accept-language': 'ru' }, false],
  [{ cookie: 'lang=none', 'accept-language': 'ru' }, true],
  [{}, false],
])('whoever asks with %o is offered Russian at a bare address: %s', async (headers, offered) => {
  const { text, headers: given } = await ask('/docs', { headers })
  const line =
    '<aside><a href="/ru/docs" lang="ru" data-lang="ru">Читать по-русски</a></aside><main'
  expect(text.includes(line)).toBe(offered)
  expect(given.etag).toBe(offered ? '"one-ru"' : '"one"')
  expect(
    await ask('/docs', { headers: { ...headers, 'if-none-match': String(given.etag) } }),
  ).toMatchObject({ status: 304 })
})

test.each([
  ['GET', '/nowhere'],
  ['GET', '/managers/kim?id=3'],
  ['POST', '/'],
])('%s %s is for the rest of the server', async (method, path) => {
  expect(await ask(path, { method })).toMatchObject({ status: 418, text: 'the rest' })
})
