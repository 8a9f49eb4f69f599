import type { Wire } from './codec.ts'
import { NAMESPACE, type Operation, operations } from './protocol.ts'
import { type Part, partsOf } from './request-writer.ts'

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
