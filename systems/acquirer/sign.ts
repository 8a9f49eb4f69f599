import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A message of the acquirer: flat fields, or nested ones as they come from XML. */
export type PgValue = string | PgValue[] | { [name: string]: PgValue }
export type PgParams = { [name: string]: PgValue }

/**
 * `pg_sig` of Freedom Pay: script name (left out when empty), the values of all fields but `pg_sig`
 * in byte order of their names (nested ones depth first), the secret, joined by `;`, md5 in
 * lower-case hex. docs/law/external-systems.md section 5a.
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
