import type { Body } from './bodies.ts'

/** Each is wrong for the database in its own way: as a text, a number, a day, a pattern, a key. */
const texts: readonly string[] = [
  '\u0000',
  '\ud800',
  '%\\',
  '(',
  '__proto__',
  '9'.repeat(40),
  'х'.repeat(5_000),
  '0000-01-01',
  '9999-12-31T23:59:59+14:00',
  '2147483648',
]
const numbers: readonly number[] = [-1, 0.5, 2 ** 31, Number.MAX_SAFE_INTEGER, 1e308]

/** The body with one of its texts or numbers another, each in turn, with the name of the field. */
export function* oddBodies(body: Body): Generator<{ field: string; body: Body }> {
  for (const [field, was] of leaves(body))
    for (const value of typeof was === 'number' ? numbers : texts)
      yield { field, body: put(body, field.split('.'), value) }
}

function* leaves(at: unknown, path = ''): Generator<[string, string | number]> {
  if (typeof at === 'string' || typeof at === 'number') yield [path, at]
  else if (at !== null && typeof at === 'object')
    for (const [key, value] of Object.entries(at))
      yield* leaves(value, path ? `${path}.${key}` : key)
}

function put(at: Body, [key = '', ...rest]: string[], value: unknown): Body {
  const copy: Body = Array.isArray(at) ? Object.assign([], at) : { ...at }
  copy[key] = rest.length > 0 ? put(copy[key] as Body, rest, value) : value
  return copy
}
