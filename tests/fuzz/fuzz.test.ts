import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createToken } from '#server/auth.ts'
import { account, stranger } from '#tests/client.ts'
import { type House, sharedHouse } from '#tests/house.ts'
import { buyer } from '#tests/sale.ts'
import { arbitraryOf, type Known, Schema } from './from-schema.ts'

/** Calls in all; the long run is `FUZZ_CALLS=50000 FUZZ_SEED=… vitest run tests/fuzz`. */
const CALLS = Number(process.env['FUZZ_CALLS'] ?? 1_500)
const SEED = Number(process.env['FUZZ_SEED'] ?? 20261120)
const AT_ONCE = 8

// Our own replies are parsed by their schemas here, so one that breaks its schema is a 500.
const at = sharedHouse({ CHECK_REPLIES: 'on' })

const Operation = z.object({
  operationId: z.string(),
  parameters: z.array(z.object({ name: z.string(), schema: Schema })).optional(),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: Schema })) }).optional(),
})
const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) })

type Ask = { method: string; path: string; body: unknown; json: boolean; token: string; headers: Record<string, string> }

const roles = ['none', 'wrong', 'purchase', 'user', 'stranger', 'accountant', 'staff', 'administrator', 'promoter'] as const
type Role = (typeof roles)[number]

test(`${CALLS} calls made from the published document: no answer above 499 but 503, none without the envelope`, {
  timeout: 3_600_000,
}, async () => {
  const document = Document.parse(await (await fetch(`${at().url}/openapi.json`)).json())
  const asks = fc.sample(anyCall(document), { numRuns: CALLS, seed: SEED })
  const wrong: string[] = []
  const seen = new Set<number>()
  let tokens = await sessions(at())
  for (let from = 0; from < asks.length; from += AT_ONCE) {
    // Calls end sessions and block accounts as they should: begin anew now and then.
    if (from % 400 === 0) tokens = await sessions(at())
    await Promise.all(
      asks.slice(from, from + AT_ONCE).map(async (ask) => {
        const { status, text } = await send(at().url, ask, tokens[ask.token as Role])
        seen.add(status)
        const said = `${status} ${ask.method} ${ask.path} as ${ask.token}: ${JSON.stringify(ask.body)?.slice(0, 600)} → ${text.slice(0, 300)}`
        if (status >= 500 && status !== 503) wrong.push(said)
        // 431: headers longer than the parser takes never reach us.
        else if (status !== 200 && status !== 431 && !/"success":false/.test(text)) wrong.push(`no envelope: ${said}`)
      }),
    )
  }
  expect(wrong).toEqual([])
  // It reached the rules and not the door alone.
  expect([...seen]).toEqual(expect.arrayContaining([200, 401, 403, 404, 422]))
})

function anyCall({ paths }: z.output<typeof Document>): fc.Arbitrary<Ask> {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters, requestBody }]) => {
      const json = requestBody?.content['application/json']?.schema
      if (requestBody && !json) return []
      const body = json ?? { type: 'object', properties: Object.fromEntries((parameters ?? []).map((each) => [each.name, each.schema])) }
      return [{ path, method: method.toUpperCase(), body: arbitraryOf(body, known) }]
    }),
  )
  return fc.constantFrom(...calls).chain(({ path, method, body }) =>
    fc.record({
      path: fc.constant(path),
      method: fc.constant(method),
      body,
      json: fc.oneof({ weight: 30, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
      token: fc.constantFrom<string>(...roles),
      headers: anyHeaders,
    }),
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

async function send(url: string, ask: Ask, token: string | undefined): Promise<{ status: number; text: string }> {
  const given = typeof ask.body === 'object' && ask.body !== null ? ask.body : { value: ask.body }
  const isRead = ask.method === 'GET'
  const query = isRead ? `?${new URLSearchParams(Object.entries(given).map(([key, value]) => [key, inQuery(value)]))}` : ''
  const answer = await fetch(`${url}${ask.path}${query}`, {
    method: ask.method,
    headers: {
      ...(isRead ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...ask.headers,
    },
    ...(isRead ? {} : { body: ask.json ? (JSON.stringify(ask.body) ?? 'null') : `{"broken": ${JSON.stringify(ask.body)}` }),
  })
  return { status: answer.status, text: await answer.text() }
}

const inQuery = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** A session of every role, as the sign-in leaves it. */
async function sessions(house: House): Promise<Partial<Record<Role, string>>> {
  const { deps } = house.server
  const now = deps.clock.now()
  const until = new Date(now.getTime() + 3_600_000)
  const people = [
    { name: 'user', ...buyer, role: 'user' },
    { name: 'stranger', ...stranger, role: 'user' },
    { name: 'accountant', iin: '850505499909', phone: '77010000555', role: 'accountant' },
    { name: 'staff', iin: '880808399905', phone: '77010000556', role: 'staff' },
    { name: 'administrator', iin: '880808399915', phone: '77010000557', role: 'staff', administrator: true },
  ]
  const made: Record<string, string> = { wrong: 'A'.repeat(43) }
  for (const { name, iin, phone, role, administrator } of people) {
    const known = await house.db.selectFrom('accounts').selectAll().where('realm', '=', 'cabinet').where('iin', '=', iin).executeTakeFirst()
    const of = known ?? (await account(house, { iin, phone }, { role, administrator: administrator ?? false }))
    await house.db
      .updateTable('accounts')
      .set({ role, administrator: administrator ?? false, blocked_at: null })
      .where('id', '=', of.id)
      .execute()
    made[name] = await createToken(
      house.db,
      { kind: 'user', iin, phone, role, session: { accountId: of.id, device: 'fuzz', beganBy: 'code' } },
      now,
      until,
    )
  }
  const promoter = await house.db
    .insertInto('accounts')
    .values({ realm: 'promoter', role: 'promoter', iin: '900101399908', phone: '77010000558', created_at: now })
    .onConflict((conflict) => conflict.columns(['realm', 'iin']).doUpdateSet({ blocked_at: null }))
    .returning('id')
    .executeTakeFirstOrThrow()
  made['promoter'] = await createToken(
    house.db,
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
  made['purchase'] = await createToken(house.db, { kind: 'purchase', iin: buyer.iin, phone: buyer.phone }, now, until)
  return made
}
