import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sharedTestApp } from '#tests/test-app.ts'
import { type Ask, anyCall, Document, samples, sessions } from './any-call.ts'
import { type Answered, publishedAnswers } from './published.ts'

/** Calls in all; the long run is `npm run test:fuzz`. */
const SHORT = 1_000
const CALLS = Number(process.env['FUZZ_CALLS'] ?? SHORT)
const SEED = Number(process.env['FUZZ_SEED'] ?? 20261120)
const AT_ONCE = 8

// Our own replies are parsed by the schemas they are made with, so one that breaks its schema is a
// 500; what comes over the wire is then checked by the published document, which another library
// reads.
const at = sharedTestApp({ CHECK_REPLIES: 'on' })

/** The document names no limit of a header's length; longer ones never reach us. */
const HEADERS_TOO_LARGE = 431

test(`${CALLS} calls made from the published document: no answer above 499 but 503, none the document does not know`, {
  timeout: 4 * 3_600_000,
}, async () => {
  const published: unknown = await (await fetch(`${at().url}/openapi.json`)).json()
  const asks = fc.sample(anyCall(Document.parse(published)), { numRuns: CALLS, seed: SEED })
  const problemOf = publishedAnswers(published)
  const wrong: string[] = []
  const seen = new Map<number, number>()
  let tokens = await sessions(at())
  for (let from = 0; from < asks.length; from += AT_ONCE) {
    // Calls end sessions and block accounts as they should: begin anew now and then. An account
    // that asked to be deleted may go at that very moment: then the old sessions serve a little
    // longer.
    if (from % 400 === 0) tokens = await sessions(at()).catch(() => tokens)
    await Promise.all(
      asks.slice(from, from + AT_ONCE).map(async (ask) => {
        const answered = await send(at().url, ask, tokens[ask.token])
        const { status, text } = answered
        seen.set(status, (seen.get(status) ?? 0) + 1)
        const problem =
          status === HEADERS_TOO_LARGE ? null : problemOf(ask.method, ask.path, answered)
        if (!problem) return
        wrong.push(
          `${problem}: ${status} ${ask.method} ${ask.path} as ${ask.token}: ${JSON.stringify(ask.body)?.slice(0, 600)} → ${text.slice(0, 300)}`,
        )
      }),
    )
  }
  if (CALLS > SHORT)
    process.stdout.write(
      `${CALLS} calls, seed ${SEED}: ${[...seen].map(([status, n]) => `${status} × ${n}`).join(', ')}\n`,
    )
  expect(wrong).toEqual([])
  // It reached the rules and not the door alone.
  expect([...seen.keys()]).toEqual(expect.arrayContaining([200, 401, 403, 404, 422]))
})

test('an answer the document does not know is found', () => {
  const reply = {
    type: 'object',
    properties: { at: { type: 'string', nullable: true } },
    required: ['at'],
  }
  const problemOf = publishedAnswers({
    paths: {
      '/a': {
        post: { responses: { 200: { content: { 'application/json': { schema: reply } } } } },
      },
    },
  })
  const answer = (status: number, body: unknown, media = 'application/json; charset=utf-8') =>
    problemOf('POST', '/a', { status, media, text: JSON.stringify(body) })
  expect([
    answer(200, { at: 'x' }),
    answer(200, { at: null }),
    answer(200, '', 'text/csv'),
  ]).toEqual([null, null, null])
  expect(
    [answer(200, {}), answer(200, { at: 1 }), answer(500, {}), answer(418, {})].every(Boolean),
  ).toBe(true)
})

async function send(url: string, ask: Ask, token: string | undefined): Promise<Answered> {
  const given = typeof ask.body === 'object' && ask.body !== null ? ask.body : { value: ask.body }
  const isRead = ask.method === 'GET'
  const isJson = !isRead && !ask.files
  const query = isRead
    ? `?${new URLSearchParams(Object.entries(given).map(([key, value]) => [key, inQuery(value)]))}`
    : ''
  const answer = await fetch(`${url}${ask.path}${query}`, {
    method: ask.method,
    headers: {
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...ask.headers,
    },
    ...(isJson
      ? {
          body: ask.json
            ? (JSON.stringify(ask.body) ?? 'null')
            : `{"broken": ${JSON.stringify(ask.body)}`,
        }
      : {}),
    ...(ask.files ? { body: formOf(given, ask.files) } : {}),
  })
  return {
    status: answer.status,
    media: answer.headers.get('content-type') ?? '',
    text: await answer.text(),
  }
}

function formOf(fields: object, files: NonNullable<Ask['files']>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, inQuery(value))
  for (const [name, sample] of Object.entries(files))
    form.set(name, new Blob([new Uint8Array(samples[sample])]), `${sample}.bin`)
  return form
}

const inQuery = (value: unknown): string =>
  typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value)
