import { XMLParser } from 'fast-xml-parser'
import type { SandboxAnswer } from '../sandbox-kit.ts'
import { bare, isWire, itemOf, listOf, type Wire } from './codec.ts'
import {
  type Fields,
  isOperation,
  isStructure,
  NAMESPACE,
  type Operation,
  operations,
  structures,
} from './protocol.ts'
import { escapeXml } from './wsdl.ts'

/** Opens a SOAP letter. */

export type Letter = { operation: string; version: '1.1' | '1.2'; input: Wire }

const SOAP = {
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

/** Returns the first element with that local name (any name for null). */
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

/**
 * Their side of SOAP: reading an envelope as strictly as the real service does, writing answers and
 * Faults of both versions.
 */

export function answer(
  letter: Letter,
  type: string,
  result: unknown,
  nilItems = false,
): SandboxAnswer {
  const inner =
    result === null || result === undefined
      ? ''
      : element(`${letter.operation}Result`, type, result, nilItems)
  return sealed(
    letter.version,
    `<${letter.operation}Response xmlns="${NAMESPACE}">${inner}</${letter.operation}Response>`,
    200,
  )
}

export function fault(version: Letter['version'], text: string): SandboxAnswer {
  const said = escapeXml(text)
  const inner =
    version === '1.1'
      ? `<faultcode>soap:Server</faultcode><faultstring>${said}</faultstring><detail/>`
      : `<soap:Code><soap:Value>soap:Receiver</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="ru">${said}</soap:Text></soap:Reason>`
  return sealed(version, `<soap:Fault>${inner}</soap:Fault>`, 500)
}

/**
 * Returns a .NET service's Fault for a thrown exception: the exceptions one around the other, and
 * the stack with the names of the parameters.
 */
export function thrown(operation: Operation, text: string, kind = 'System.Exception'): string {
  const clr: Record<string, string> = { int: 'Int32', string: 'String' }
  const parameters = Object.entries(operations[operation].in).map(
    ([name, type]) => `${clr[type] ?? type} ${name}`,
  )
  return (
    `System.Web.Services.Protocols.SoapException: Server was unable to process request. ---> ${kind}: ${text}\n` +
    `   at IICWebService.IICWebService.${operation}(${parameters.join(', ')})\n   --- End of inner exception stack trace ---`
  )
}

function sealed(version: Letter['version'], inner: string, status: number): SandboxAnswer {
  return {
    status,
    headers: {
      'content-type': `${version === '1.1' ? 'text/xml' : 'application/soap+xml'}; charset=utf-8`,
    },
    body: `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${SOAP[version]}"><soap:Body>${inner}</soap:Body></soap:Envelope>`,
  }
}

function element(name: string, type: string, value: unknown, nilItems = false): string {
  const item = itemOf(type)
  const nil = nilItems
    ? `<${item} xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>`
    : ''
  if (item)
    return `<${name}>${listOf(value)
      .map((one) => element(item, item, one))
      .join('')}${nil}</${name}>`
  if (isStructure(type))
    return `<${name}>${isWire(value) ? fieldsOf(structures[type], value) : ''}</${name}>`
  return `<${name}>${escapeXml(value instanceof Date ? value.toISOString() : String(value))}</${name}>`
}

const fieldsOf = (fields: Fields, value: Wire): string =>
  Object.entries(fields)
    .map(([name, type]) => {
      const field = value[name] ?? (['int', 'double', 'decimal'].includes(type) ? 0 : null)
      return field === null || field === '' ? '' : element(name, type, field)
    })
    .join('')

/**
 * Reads a request as .NET's XmlSerializer does: the order of elements does not matter, an unknown
 * element is dropped, a missing number is 0, a missing structure or list is null. Only a value that
 * is none of its type is refused.
 */
export function readRequest(operation: string, input: Wire): Wire {
  if (!isOperation(operation)) return {}
  const fields: Fields = operations[operation].in
  return Object.fromEntries(
    Object.entries(fields).map(([name, type]) => [name, read(type, input[name])]),
  )
}

/** Thrown as by XmlSerializer for a value that is not of its type. */
export class Unreadable extends Error {}

function read(type: string, value: unknown): unknown {
  const item = itemOf(type)
  if (item) {
    if (value === undefined || value === null) return null
    return listOf(isWire(value) && !Array.isArray(value) ? value[item] : undefined).map((one) =>
      read(item, one),
    )
  }
  if (isStructure(type)) {
    if (value === undefined || value === null) return null
    const given = isWire(value) && !Array.isArray(value) ? value : {}
    return Object.fromEntries(
      Object.entries(structures[type] as Fields).map(([name, of]) => [name, read(of, given[name])]),
    )
  }
  return scalar(bare(type), Array.isArray(value) ? value.at(-1) : value)
}

function scalar(type: string, value: unknown): unknown {
  if (type === 'string') return value === undefined || value === null ? null : String(value)
  if (value === undefined)
    return type === 'boolean' ? false : type === 'dateTime' ? '0001-01-01T00:00:00' : 0
  const text = value === null ? '' : String(value).trim()
  if (type === 'dateTime') return text
  if (type === 'boolean') {
    if (!/^(true|false|1|0)$/.test(text))
      throw new Unreadable(`The string '${text}' is not a valid Boolean value.`)
    return text === 'true' || text === '1'
  }
  const number = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
  if (!Number.isFinite(number) || (type === 'int' && !/^[-+]?\d+$/.test(text)))
    throw new Unreadable('Input string was not in a correct format.')
  if (type === 'int' && Math.abs(number) > 2_147_483_648)
    throw new Unreadable('Value was either too large or too small for an Int32.')
  return number
}
