import { isMandatory, isWire, itemOf, notSet, type Wire } from './codec.ts'
import {
  type Fields,
  isStructure,
  NAMESPACE,
  type Operation,
  operations,
  structures,
} from './protocol.ts'
import { escapeXml } from './wsdl.ts'

/**
 * Requests from templates of the contract: tags, order and what stands for a missing number are
 * made ready once, so that a call only puts its values between them.
 */
type Writer = (value: unknown) => string
/** One field of a structure. */
type Part = { name: string; write: Writer; missing: string }

const ENVELOPE = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
} as const
export type SoapVersion = keyof typeof ENVELOPE

/**
 * The letter of one call: structures are filled in with every mandatory number, in the operator's
 * order; an argument that is undefined or null is left out.
 */
export function requestOf(version: SoapVersion, operation: Operation, args: Wire): string {
  templates[version][operation] ??= templateOf(version, operation)
  const { head, parts, tail } = templates[version][operation]
  let body = ''
  for (const { name, write } of parts) {
    const value = args[name]
    if (value !== undefined && value !== null) body += write(value)
  }
  return head + body + tail
}

/** Headers that name the operation, as each version of SOAP has it. */
export const headersOf = (version: SoapVersion, operation: Operation): Record<string, string> =>
  version === '1.1'
    ? {
        'content-type': 'text/xml; charset=utf-8',
        soapaction: `"${NAMESPACE}/${operation}"`,
      }
    : {
        'content-type': `application/soap+xml; charset=utf-8; action="${NAMESPACE}/${operation}"`,
      }

type Template = { head: string; parts: Part[]; tail: string }
const templates: Record<SoapVersion, Partial<Record<Operation, Template>>> = {
  '1.1': {},
  '1.2': {},
}

const templateOf = (version: SoapVersion, operation: Operation): Template => ({
  head:
    `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${ENVELOPE[version]}">` +
    `<soap:Body><${operation} xmlns="${NAMESPACE}">`,
  parts: partsOf(operations[operation].in),
  tail: `</${operation}></soap:Body></soap:Envelope>`,
})

const partsOf = (fields: Fields): Part[] =>
  Object.entries(fields).map(([name, type]) => ({
    name,
    write: writerOf(name, type),
    missing:
      isMandatory(type) && type !== 'dateTime' ? `<${name}>${notSet[name] ?? 0}</${name}>` : '',
  }))

/** The parts of a structure are made when it is first written: structures hold one another. */
function writerOf(name: string, type: string): Writer {
  const open = `<${name}>`
  const close = `</${name}>`
  const item = itemOf(type)
  if (item) {
    const write = writerOf(item, item)
    return (value) => (Array.isArray(value) ? open + value.map(write).join('') + close : '')
  }
  if (!isStructure(type)) return (value) => open + text(value) + close
  let parts: Part[] | null = null
  return (value) => {
    if (!isWire(value)) return open + text(value) + close
    parts ??= partsOf(structures[type])
    let inner = ''
    for (const part of parts) {
      const given = value[part.name]
      inner +=
        given === undefined || given === null || given === '' ? part.missing : part.write(given)
    }
    return open + inner + close
  }
}

/** Line ends and tabs by their numbers: a reader would turn them into spaces or another end. */
const text = (value: unknown): string =>
  escapeXml(String(value)).replace(/[\t\r\n]/g, (mark) => `&#${mark.charCodeAt(0)};`)
