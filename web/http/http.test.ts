import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import { apiErrorOf, send } from './http.ts'

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

async function serverThat(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  open.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
}
const answering = (status: number, reply: unknown, headers: Record<string, string> = {}) =>
  serverThat((_, response) => response.writeHead(status, headers).end(JSON.stringify(reply)))
const ask = (path: string, more = {}) =>
  send({ method: 'POST', path, body: { iin: '1' }, language: 'kk', ...more })
const apiErrorFrom = async (path: string) =>
  apiErrorOf(
    await ask(path).then(
      () => null,
      (error: unknown) => error,
    ),
  )

describe('a call of our own server', () => {
  test('sends the body, the language of the page and the token, and answers the reply', async () => {
    spec('7.1.accept-content-type-application')

    const path = await serverThat((request, response) => {
      let body = ''
      request.on('data', (part: Buffer) => {
        body += part.toString()
      })
      request.on('end', () =>
        response.end(
          JSON.stringify({
            success: true,
            body,
            token: request.headers.authorization,
            language: request.headers['accept-language'],
          }),
        ),
      )
    })
    expect(await ask(path, { token: 'Bearer abc' })).toEqual({
      success: true,
      body: '{"iin":"1"}',
      token: 'Bearer abc',
      language: 'kk',
    })
  })

  test('puts the body of a GET into the query', async () => {
    const path = await serverThat((request, response) =>
      response.end(JSON.stringify({ url: request.url })),
    )
    expect(await send({ method: 'GET', path, body: { id: 'a b' }, language: 'ru' })).toEqual({
      url: '/api?id=a+b',
    })
  })

  test.each([
    [
      200,
      { success: false, code: 12006, message: 'жоқ', data: { driver_iin: '1' } },
      { kind: 'refused', code: 12006, message: 'жоқ', data: { driver_iin: '1' } },
    ],
    [
      422,
      { errors: [{ path: 'drivers.0.iin', message: 'қате' }] },
      { kind: 'invalid', message: '', errors: [{ path: 'drivers.0.iin', message: 'қате' }] },
    ],
    [
      422,
      { errors: [{ path: ['drivers', 0], message: 'қате' }] },
      { kind: 'invalid', message: '', errors: [{ path: 'drivers.0', message: 'қате' }] },
    ],
    [401, { message: 'кіріңіз' }, { kind: 'unauthorised', message: 'кіріңіз' }],
    [403, {}, { kind: 'forbidden', message: '' }],
    [404, {}, { kind: 'missing', message: '' }],
    [503, {}, { kind: 'unavailable', message: '' }],
    [503, { error: 'comes_back' }, { kind: 'unavailable', message: '', comesBack: 5 }],
    [500, { message: 'no' }, { kind: 'server', message: 'no' }],
  ])('an answer %i is told apart', async (status, reply, apiError) => {
    expect(await apiErrorFrom(await answering(status, reply))).toEqual(apiError)
  })

  test.each([409, 429] as const)('an answer %i says when to come back', async (status) => {
    const path = await answering(
      status,
      { code: 13000, message: 'күте тұрыңыз' },
      { 'Retry-After': '30' },
    )
    expect(await apiErrorFrom(path)).toEqual({
      kind: 'busy',
      status,
      retryAfter: 30,
      code: 13000,
      message: 'күте тұрыңыз',
    })
  })

  test('an answer 409 that the work goes on is told from a duplicate', async () => {
    const path = await answering(
      409,
      { error: 'goes_on', message: 'есептеліп жатыр' },
      { 'Retry-After': '2' },
    )
    expect(await apiErrorFrom(path)).toEqual({
      kind: 'busy',
      status: 409,
      retryAfter: 2,
      code: null,
      message: 'есептеліп жатыр',
      goesOn: true,
    })
  })

  test('a server that cannot be reached is offline', async () => {
    expect(await apiErrorFrom('http://127.0.0.1:9/api')).toEqual({ kind: 'offline', message: '' })
  })

  test.each(['<!doctype html><title>Proxy</title>', '', 'null', '"ok"'])(
    'a good status with %j is no answer of ours, and no lost connection',
    async (body) => {
      const path = await serverThat((_, response) => response.writeHead(200).end(body))
      expect(await apiErrorFrom(path)).toEqual({
        kind: 'server',
        message: '',
        unreadable: true,
      })
    },
  )

  test('an answer whose connection breaks in the middle is offline', async () => {
    const path = await serverThat((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' })
      response.write('{"success":true,', () => response.destroy())
    })
    expect(await apiErrorFrom(path)).toEqual({ kind: 'offline', message: '' })
  })

  test('a call stopped by its caller throws the caller’s reason and no fault', async () => {
    const stop = new AbortController()
    const path = await serverThat(() => stop.abort(new Error('left the page')))
    await expect(ask(path, { signal: stop.signal })).rejects.toThrow('left the page')
  })
})
