import type { SandboxAnswer } from '../sandbox-kit.ts'
import { isWire, itemOf, listOf, type Wire } from './codec.ts'
import {
  type Fields,
  isStructure,
  NAMESPACE,
  type Operation,
  operations,
  structures,
} from './protocol.ts'
import { type Letter, SOAP } from './sandbox-letter.ts'
import { escapeXml } from './wsdl.ts'

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
 * What a .NET service says when its code threw: the exceptions one around the other, and the stack
 * with the names of the parameters.
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
