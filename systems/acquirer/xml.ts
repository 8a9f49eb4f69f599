import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { XMLBuilder, XMLParser } from 'fast-xml-parser'
import { z } from 'zod'

/** A message of the acquirer: flat fields, or nested ones as they come from XML. */
export type PgValue = string | PgValue[] | { [name: string]: PgValue }
export type PgParams = { [name: string]: PgValue }

/**
 * `pg_sig` of Freedom Pay: script name (left out when empty), the values of all fields but `pg_sig`
 * in byte order of their names (nested ones depth first), the secret, joined by `;`, md5 in
 * lower-case hex. Empty fields count as empty texts; a notice has the last segment of our address for
 * its script name. Evidence: docs.freedompay.kz; `be2clack/yo`, systems/payment/payboxOLD/form.php.
 */
export function pgSig(scriptName: string, params: PgParams, secret: string): string {
  const parts = [...(scriptName ? [scriptName] : []), ...values(params), secret]
  return createHash('md5').update(parts.join(';'), 'utf8').digest('hex')
}

/** The same message with its salt and signature. */
export function signed<T extends PgParams>(
  scriptName: string,
  params: T,
  secret: string,
): T & { pg_salt: string; pg_sig: string } {
  const salted = { ...params, pg_salt: randomBytes(8).toString('hex') }
  return { ...salted, pg_sig: pgSig(scriptName, salted, secret) }
}

/** Compares in constant time. */
export function isSigned(scriptName: string, params: PgParams, secret: string): boolean {
  const given = typeof params.pg_sig === 'string' ? params.pg_sig : ''
  const expected = Buffer.from(pgSig(scriptName, params, secret))
  const actual = Buffer.from(given.trim().toLowerCase())
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

function values(value: PgValue): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(values)
  return Object.keys(value)
    .filter((name) => name !== 'pg_sig')
    .sort(byBytes)
    .flatMap((name) => values(value[name] ?? ''))
}

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

/**
 * Their XML, read as it came: a signature covers the values with their spaces and with every entity
 * decoded, numeric ones too. Entities are decoded here, once and in one pass, so that `&amp;#48;`
 * stays `&#48;`; entities of a DTD are not known at all.
 */
const parser = new XMLParser({
  parseTagValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  trimValues: false,
  processEntities: false,
  cdataPropName: '#cdata',
})
const builder = new XMLBuilder({ format: false, suppressEmptyNode: false })
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const ENTITY = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|(amp|lt|gt|quot|apos));/gi

const decoded = (text: string): string =>
  text.replace(ENTITY, (_whole, hex?: string, decimal?: string, name?: string) =>
    name
      ? (named[name.toLowerCase()] ?? '')
      : String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
  )

/**
 * The text of an element, or its elements; text between elements is layout, anything but spaces
 * there is not theirs.
 */
function readValue(raw: unknown): PgValue {
  if (typeof raw === 'string') return decoded(raw)
  if (Array.isArray(raw)) return raw.map(readValue)
  const {
    '#text': text = '',
    '#cdata': cdata,
    ...elements
  } = z.record(z.string(), z.unknown()).parse(raw)
  const words = decoded(z.string().parse(text))
  if (Object.keys(elements).length === 0) return words + [cdata ?? ''].flat().join('')
  if (words.trim() !== '' || cdata !== undefined) throw new Error('text between elements')
  return Object.fromEntries(
    Object.entries(elements).map(([name, value]) => [name, readValue(value)]),
  )
}

/** Returns the fields of `<response>`; throws for anything else, also for a truncated text. */
export function readXml(text: string): PgParams {
  const { response } = z
    .object({ response: z.record(z.string(), z.unknown()) })
    .parse(parser.parse(text, true))
  const fields = readValue(response)
  if (typeof fields === 'string' || Array.isArray(fields)) throw new Error('no fields')
  return fields
}
export const writeXml = (fields: PgParams): string =>
  `<?xml version="1.0" encoding="utf-8"?>${builder.build({ response: fields })}`

/**
 * Returns the fields with their values trimmed: read only after the signature over the untrimmed
 * ones is verified.
 */
export function trimmed(fields: PgParams): PgParams {
  const trim = (value: PgValue): PgValue =>
    typeof value === 'string'
      ? value.trim()
      : Array.isArray(value)
        ? value.map(trim)
        : trimmed(value)
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, trim(value)]))
}
