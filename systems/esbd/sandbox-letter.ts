import { XMLParser } from 'fast-xml-parser'
import { isWire, type Wire } from './codec.ts'
import { NAMESPACE } from './protocol.ts'

/** Opens a SOAP letter. */

export type Letter = { operation: string; version: '1.1' | '1.2'; input: Wire }

export const SOAP = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
} as const
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  trimValues: true,
})

/**
 * The request in an envelope, or why it is none. Elements outside the service's namespace are
 * passed over, as .NET does.
 */
export function open(body: string): Letter | string {
  let root: unknown
  try {
    root = parser.parse(body, true)
  } catch {
    return 'Server was unable to read request. ---> There is an error in XML document'
  }
  const envelope = child(root, 'Envelope')
  const content = child(envelope?.value, 'Body')
  const request = child(content?.value, null)
  if (!envelope || !content || !request)
    return 'Server was unable to read request. ---> Envelope expected'
  const scope = {
    ...namespaces(envelope.value),
    ...namespaces(content.value),
    ...namespaces(request.value),
  }
  const version = scope[envelope.prefix] === SOAP['1.2'] ? '1.2' : '1.1'
  if (scope[envelope.prefix] !== SOAP[version]) return 'Possible SOAP version mismatch'
  if (scope[request.prefix] !== NAMESPACE) return 'Server did not recognize the request element'
  return {
    operation: request.name,
    version,
    input: isWire(request.value) ? inside(request.value, request.prefix) : {},
  }
}

/** The first element with that local name (any name where null). */
function child(
  parent: unknown,
  local: string | null,
): { prefix: string; name: string; value: unknown } | null {
  for (const [key, value] of Object.entries(isWire(parent) ? parent : {})) {
    if (key.startsWith('@') || key.startsWith('?') || key.startsWith('#')) continue
    const { prefix, name } = split(key)
    if (local === null || name === local) return { prefix, name, value }
  }
  return null
}

const split = (key: string) => {
  const at = key.indexOf(':')
  return { prefix: key.slice(0, Math.max(0, at)), name: key.slice(at + 1) }
}

const namespaces = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isWire(value) ? value : {}).flatMap(([key, uri]) => {
      if (key === '@xmlns') return [['', String(uri)]]
      return key.startsWith('@xmlns:') ? [[key.slice('@xmlns:'.length), String(uri)]] : []
    }),
  )

function inside(value: Wire, prefix: string): Wire {
  const isNil = (one: Wire) =>
    Object.entries(one).some(
      ([key, said]) => /^@\w+:nil$/.test(key) && /^(true|1)$/.test(String(said)),
    )
  const clean = (one: unknown): unknown =>
    Array.isArray(one)
      ? one.map(clean)
      : isWire(one)
        ? isNil(one)
          ? null
          : textOr(one, prefix)
        : one
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      const { prefix: own, name } = split(key)
      return key.startsWith('@') || own !== prefix ? [] : [[name, clean(one)]]
    }),
  )
}
/** An element that has attributes beside its text is read as the text. */
const textOr = (value: Wire, prefix: string): unknown => value['#text'] ?? inside(value, prefix)
