import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createToken } from '#server/http/create-token.ts'
import { jpeg, pdf, png } from '#tests/claim.ts'
import { account, stranger } from '#tests/client.ts'
import { buyer } from '#tests/sale.ts'
import { sharedTestApp, type TestApp } from '#tests/test-app.ts'
import { arbitraryOf, type Known, Schema } from './from-schema.ts'
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

const Operation = z.object({
  operationId: z.string(),
  description: z.string(),
  parameters: z.array(z.object({ name: z.string(), schema: Schema })).optional(),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: Schema })) }).optional(),
})
const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) })
/** The document names no limit of a header's length; longer ones never reach us. */
const HEADERS_TOO_LARGE = 431

type Ask = {
  method: string
  path: string
  body: unknown
  /** The files of a form, each one of the samples. */
  files: Record<string, keyof typeof samples> | null
  json: boolean
  token: Role
  headers: Record<string, string>
}

const roles = [
  'none',
  'wrong',
  'purchase',
  'user',
  'stranger',
  'accountant',
  'staff',
  'administrator',
  'promoter',
] as const
type Role = (typeof roles)[number]

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

function anyCall({ paths }: z.output<typeof Document>): fc.Arbitrary<Ask> {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { description, parameters, requestBody }]) => {
      const form = requestBody?.content['multipart/form-data']?.schema
      const query = {
        type: 'object',
        properties: Object.fromEntries((parameters ?? []).map((each) => [each.name, each.schema])),
      }
      return fc.record({
        path: fc.constant(path),
        method: fc.constant(method.toUpperCase()),
        body: arbitraryOf(form ?? requestBody?.content['application/json']?.schema ?? query, known),
        files: form ? filesOf(form) : fc.constant(null),
        json: fc.oneof(
          { weight: 30, arbitrary: fc.constant(true) },
          { weight: 1, arbitrary: fc.constant(false) },
        ),
        // Mostly who may call it: the others get no further than the door.
        token: fc.oneof(
          { weight: 4, arbitrary: fc.constantFrom(...whoMay(description)) },
          { weight: 1, arbitrary: fc.constantFrom<Role[]>(...roles) },
        ),
        headers: anyHeaders,
      })
    }),
  )
  return fc.oneof(...calls)
}

/** The callers a description names. */
function whoMay(description: string): Role[] {
  const named = description.replace('May call: ', '').split(', ')
  return named.includes('everyone')
    ? [...roles]
    : roles.filter((role) => named.includes(role === 'stranger' ? 'user' : role))
}

/** What somebody may choose in place of a document. */
const samples = {
  picture: png,
  paper: pdf,
  photo: jpeg,
  nothing: Buffer.alloc(0),
  text: Buffer.from('just a text'),
  archive: Buffer.from('PK\u0003\u0004\u0000'),
  list: Buffer.from('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'),
}

/** Some or all of a form's files, under their names. */
function filesOf({ allOf = [] }: Schema): fc.Arbitrary<Record<string, keyof typeof samples>> {
  const names = Object.keys(allOf.at(-1)?.properties ?? {})
  const mostly: (keyof typeof samples)[] = ['picture', 'picture', 'picture', 'paper', 'photo']
  const any = fc.constantFrom<(keyof typeof samples)[]>(
    ...mostly,
    'nothing',
    'text',
    'archive',
    'list',
  )
  const all = fc.record(
    Object.fromEntries(
      names.map((name) => [
        name,
        fc.oneof(
          { weight: 9, arbitrary: fc.constantFrom(...mostly) },
          { weight: 1, arbitrary: any },
        ),
      ]),
    ),
  )
  return fc.oneof(
    { weight: 3, arbitrary: all },
    { weight: 1, arbitrary: fc.dictionary(fc.constantFrom(...names, 'other'), any) },
  )
}

const anyHeaders = fc.oneof(
  { weight: 20, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { 'accept-language': 'ru' },
      { 'accept-language': `${'x,'.repeat(2_000)}ru` },
      { 'idempotency-key': '../../x' },
      { 'x-forwarded-for': '1.2.3.4, unknown' },
      { cookie: 'laravel_auth.token=Bearer%20x; __proto__=1' },
      { 'if-none-match': '*' },
      { range: 'bytes=0-1' },
    ),
  },
)

/** Values of the sandbox's world by the names the calls give them. */
const known: Known = {
  iin: [buyer.iin, stranger.iin, '900101399908', '111111111111'],
  login: ['900101399908', buyer.iin],
  phone: [buyer.phone, '+7 701 000 00 01', '87010000001'],
  registrationNumber: ['123ABC02'],
  techPassport: ['AB12345678'],
  dateStart: ['2026-11-21', '2026-12-31'],
  from: ['2026-11-01'],
  to: ['2026-11-30'],
  period: [12],
  globalId: ['00000000001K'],
  password: ['demo-2026'],
}

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

/** A session of every role, as the sign-in leaves it. */
async function sessions(app: TestApp): Promise<Partial<Record<Role, string>>> {
  const { deps } = app.server
  const now = deps.clock.now()
  const until = new Date(now.getTime() + 3_600_000)
  const people = [
    { name: 'user', ...buyer, role: 'user' },
    { name: 'stranger', ...stranger, role: 'user' },
    { name: 'accountant', iin: '850505499909', phone: '77010000555', role: 'accountant' },
    { name: 'staff', iin: '880808399905', phone: '77010000556', role: 'staff' },
    {
      name: 'administrator',
      iin: '880808399915',
      phone: '77010000557',
      role: 'staff',
      administrator: true,
    },
  ]
  const made: Record<string, string> = { wrong: 'A'.repeat(43) }
  for (const { name, iin, phone, role, administrator } of people) {
    // An administrator may have given the phone to an account of their own making.
    await app.db
      .updateTable('accounts')
      .set({ phone: null })
      .where('phone', '=', phone)
      .where('iin', '!=', iin)
      .execute()
    const known = await app.db
      .selectFrom('accounts')
      .selectAll()
      .where('realm', '=', 'cabinet')
      .where('iin', '=', iin)
      .executeTakeFirst()
    const of =
      known ?? (await account(app, { iin, phone }, { role, administrator: administrator ?? false }))
    await app.db
      .updateTable('accounts')
      .set({ role, administrator: administrator ?? false, blocked_at: null })
      .where('id', '=', of.id)
      .execute()
    made[name] = await createToken(
      app.db,
      {
        kind: 'user',
        iin,
        phone,
        role,
        session: { accountId: of.id, device: 'fuzz', beganBy: 'code' },
      },
      now,
      until,
    )
  }
  const promoter = await app.db
    .insertInto('accounts')
    .values({
      realm: 'promoter',
      role: 'promoter',
      iin: '900101399908',
      phone: '77010000558',
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['realm', 'iin']).doUpdateSet({ blocked_at: null }))
    .returning('id')
    .executeTakeFirstOrThrow()
  made['promoter'] = await createToken(
    app.db,
    {
      kind: 'promoter',
      iin: '900101399908',
      phone: null,
      role: 'promoter',
      session: { accountId: promoter.id, device: 'fuzz', beganBy: 'password' },
    },
    now,
    until,
  )
  made['purchase'] = await createToken(
    app.db,
    { kind: 'purchase', iin: buyer.iin, phone: buyer.phone },
    now,
    until,
  )
  return made
}
