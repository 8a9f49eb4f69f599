import fc from 'fast-check'
import { z } from 'zod'

/** The part of OpenAPI's schemas that the contract uses. */
export type Schema = {
  type?: string | undefined
  enum?: unknown[] | undefined
  const?: unknown
  anyOf?: Schema[] | undefined
  oneOf?: Schema[] | undefined
  allOf?: Schema[] | undefined
  properties?: Record<string, Schema> | undefined
  required?: string[] | undefined
  items?: Schema | undefined
  format?: string | undefined
  pattern?: string | undefined
  minLength?: number | undefined
  maxLength?: number | undefined
  minimum?: number | undefined
  maximum?: number | undefined
  minItems?: number | undefined
  maxItems?: number | undefined
  nullable?: boolean | undefined
}
export const Schema: z.ZodType<Schema> = z.lazy(() =>
  z.looseObject({
    type: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    anyOf: z.array(Schema).optional(),
    oneOf: z.array(Schema).optional(),
    allOf: z.array(Schema).optional(),
    properties: z.record(z.string(), Schema).optional(),
    required: z.array(z.string()).optional(),
    items: Schema.optional(),
    format: z.string().optional(),
    pattern: z.string().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
    nullable: z.boolean().optional(),
  }),
)

/** What no schema asks for: each has broken some server once. */
const hostile = fc.constantFrom<unknown>(
  null,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e123',
  '😀'.repeat(50),
  'x'.repeat(20_000),
  "' or 1=1 --",
  '"; drop table orders; --',
  '{{7*7}}<script>alert(1)</script>',
  '../../../../etc/passwd',
  '%00%2e%2e%2f',
  '٠١٢٣٤٥٦٧٨٩٠١',
  '1e400',
  '-0',
  'NaN',
  '0000-00-00',
  '9999-12-31',
  '+99999-01-01',
  -1,
  -0,
  0.1,
  2 ** 31,
  2 ** 53,
  1e308,
  true,
  [],
  {},
  [[[[[[[[[[]]]]]]]]]],
  { toString: 1, constructor: { prototype: 1 } },
  JSON.parse('{"__proto__": {"role": "staff"}}'),
)

/** Values of the field by the name they go under, so that some calls get past the first look. */
export type Known = Record<string, readonly unknown[]>

/**
 * Mostly right values of a schema, some of them of the world's own, here and there one that is
 * wrong in any way.
 */
export function arbitraryOf(schema: Schema, known: Known, name = ''): fc.Arbitrary<unknown> {
  const right = rightOf(schema, known, name)
  const own = known[name]
  return fc.oneof(
    {
      weight: 24,
      arbitrary: own ? fc.oneof(fc.constantFrom(...own), fc.constantFrom(...own), right) : right,
    },
    { weight: 1, arbitrary: hostile },
  )
}

function rightOf(schema: Schema, known: Known, name: string): fc.Arbitrary<unknown> {
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return fc.oneof(...variants.map((each) => arbitraryOf(each, known, name)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.allOf?.[0]) return arbitraryOf(schema.allOf[0], known, name)
  if (schema.type === 'object' || schema.properties) return objectOf(schema, known)
  if (schema.type === 'array')
    return fc.array(arbitraryOf(schema.items ?? {}, known), {
      minLength: Math.min(schema.minItems ?? 0, 3),
      maxLength: Math.min(schema.maxItems ?? 4, 17),
    })
  if (schema.type === 'integer' || schema.type === 'number')
    return fc.integer({
      min: Math.max(schema.minimum ?? -10, -(2 ** 31)),
      max: Math.min(schema.maximum ?? 2 ** 31 - 1, 2 ** 31 - 1),
    })
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'string') return textOf(schema)
  return fc.jsonValue({ maxDepth: 3 })
}

function objectOf({ properties = {}, required = [] }: Schema, known: Known): fc.Arbitrary<unknown> {
  const parts = Object.fromEntries(
    Object.entries(properties).map(([key, each]) => [key, arbitraryOf(each, known, key)]),
  )
  const right = fc.record(parts, { requiredKeys: required.filter((key) => key in parts) })
  const extra = fc
    .tuple(right, fc.string({ maxLength: 12 }), fc.jsonValue({ maxDepth: 2 }))
    .map(([whole, key, value]) => ({ ...whole, [key]: value }))
  const lacking = fc.record(parts, { requiredKeys: [] })
  return fc.oneof(
    { weight: 20, arbitrary: right },
    { weight: 1, arbitrary: extra },
    { weight: 2, arbitrary: lacking },
  )
}

function textOf({ format, pattern, minLength, maxLength }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid()
  if (format === 'email') return fc.emailAddress()
  if (format === 'date')
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10))
  if (format === 'date-time')
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  if (pattern && isKnownPattern(pattern)) return fc.stringMatching(new RegExp(pattern))
  return fc.string({
    unit: 'grapheme',
    minLength: Math.min(minLength ?? 0, 200),
    maxLength: Math.min(maxLength ?? 60, 400),
  })
}

/** Patterns with looks ahead or letters by property cannot be turned round. */
const isKnownPattern = (pattern: string) => !/\(\?[=!<]|\\p\{/.test(pattern)
