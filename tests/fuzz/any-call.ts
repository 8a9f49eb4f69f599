import fc from 'fast-check'
import { z } from 'zod'
import { jpeg, pdf, png } from '#tests/claim.ts'
import { stranger } from '#tests/client.ts'
import { buyer } from '#tests/sale.ts'
import { arbitraryOf, type Known, Schema } from './from-schema.ts'
import { type Role, roles } from './sessions.ts'

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
