import fc from 'fast-check'
import { z } from 'zod'
import { createToken } from '#server/http/create-token.ts'
import { jpeg, pdf, png } from '#tests/claim.ts'
import { account, stranger } from '#tests/client.ts'
import { buyer } from '#tests/sale.ts'
import type { TestApp } from '#tests/test-app.ts'
import { arbitraryOf, type Known, Schema } from './from-schema.ts'

/** Whom a call can be made by. */
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

/** A session of every role, as the sign-in leaves it. */
export async function sessions(app: TestApp): Promise<Partial<Record<Role, string>>> {
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

const Operation = z.object({
  operationId: z.string(),
  description: z.string(),
  parameters: z.array(z.object({ name: z.string(), schema: Schema })).optional(),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: Schema })) }).optional(),
})
/** What of the published document a call is made from. */
export const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) })

/** A call as it will be sent. */
export type Ask = {
  method: string
  path: string
  body: unknown
  /** The files of a form, each one of the samples. */
  files: Record<string, keyof typeof samples> | null
  json: boolean
  token: Role
  headers: Record<string, string>
}

/** Any call of the document, mostly sound and mostly by who may. */
export function anyCall({ paths }: z.output<typeof Document>): fc.Arbitrary<Ask> {
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
export const samples = {
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
export const known: Known = {
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
