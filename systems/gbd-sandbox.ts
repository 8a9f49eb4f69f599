import { randomUUID } from 'node:crypto'
import { XMLParser } from 'fast-xml-parser'
import { isBin } from '#domain/iin.ts'
import { consentProblem } from './consent-sandbox.ts'
import { GBD_FOUND, GBD_NAMESPACE, GBD_NOT_FOUND, GBD_SUCCESS } from './gbd.ts'
import { type SandboxAnswer, type SandboxRoute, type World, xml } from './sandbox-kit.ts'
import { buildXml, type XmlValue } from './shep-xml.ts'

/**
 * The gateway's side of one of its services (gbd.ts), as strict as a JAX-WS server is: the method's
 * element in the namespace of the gateway, its children in none (a child with a prefix is an
 * unknown one and is dropped), the user in the SOAP header, basic authentication.
 */
export type GbdService = {
  method: string
  /** Children that must be there and not empty. */
  required: readonly string[]
  /** The children of `data`; null: nothing known. */
  answer: (fields: Record<string, string>) => { [name: string]: XmlValue } | null
  iin: (fields: Record<string, string>) => string | undefined
}

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/'
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  htmlEntities: true,
})

export function gbdRoute(world: World, path: string, service: GbdService): SandboxRoute {
  const { method } = service
  const info = (code: string, message: string) => ({
    messageId: randomUUID(),
    responseDate: world.now().toISOString(),
    status: { code, message },
  })
  const reply = (code: string, message: string, data?: { [name: string]: XmlValue }) =>
    xml(
      buildXml({
        'soap:Envelope': {
          '@xmlns:soap': SOAP,
          'soap:Body': {
            [`ns2:${method}Response`]: {
              '@xmlns:ns2': GBD_NAMESPACE,
              return: {
                response: {
                  responseInfo: info(code, message),
                  ...(data ? { responseData: { data } } : {}),
                },
              },
            },
          },
        },
      }),
    )
  return {
    method: 'POST',
    path,
    operation: method,
    iin: ({ body }) => {
      const asked = fieldsOf(body, method)
      return asked ? service.iin(asked.fields) : undefined
    },
    error: () => reply('SCSE001', 'Service execution error'),
    handle: ({ body, headers }): SandboxAnswer => {
      if (!headers.authorization?.startsWith('Basic ')) return { status: 401, body: '' }
      const asked = fieldsOf(body, method)
      if (!asked) return xml(fault, 500)
      // Guess: the codes of a request's faults; that there are VAL-… ones is public, their list is
      // not.
      if (asked.userId === '') return reply('VAL-001', 'userId')
      const missing = service.required.find((name) => !asked.fields[name])
      if (missing) return reply('VAL-002', missing)
      const iin = service.iin(asked.fields) ?? ''
      // Guess: no data of a person is given without their consent, as getPerson does not; the
      // public client of 2023 sent none. An organisation has none to give.
      const problem = isBin(iin)
        ? null
        : consentProblem(world, { iin, access: null, fields: asked.fields })
      if (problem !== null) return reply('SBF-AD-1', `consent: ${problem}`)
      const data = service.answer(asked.fields)
      return data
        ? reply(GBD_SUCCESS, 'Message has been processed successfully', {
            messageResult: { code: GBD_FOUND },
            ...data,
          })
        : reply(GBD_SUCCESS, 'Message has been processed successfully', {
            messageResult: {
              code: GBD_NOT_FOUND[0],
              nameRu: 'Данные не найдены',
              nameKz: 'Деректер табылмады',
            },
          })
    },
  }
}

const fault =
  '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault><faultcode>soap:Client</faultcode><faultstring>Unmarshalling Error</faultstring></soap:Fault></soap:Body></soap:Envelope>'

type Element = Record<string, unknown>
const isElement = (value: unknown): value is Element =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The method's own children without a prefix; null when the body is no call of this method in its
 * namespace.
 */
function fieldsOf(
  body: string,
  method: string,
): { userId: string; fields: Record<string, string> } | null {
  try {
    const root: unknown = parser.parse(body, true)
    const envelope = childOf(root, 'Envelope', SOAP, {})
    const content = envelope && childOf(envelope.element, 'Body', SOAP, envelope.names)
    const call = content && childOf(content.element, method, GBD_NAMESPACE, content.names)
    if (!call) return null
    const header = childOf(envelope.element, 'Header', SOAP, envelope.names)
    const userId = header && typeof header.element.userId === 'string' ? header.element.userId : ''
    const fields = Object.entries(call.element).flatMap(([name, value]) =>
      typeof value === 'string' && !name.startsWith('@') && !name.includes(':')
        ? [[name, value] as const]
        : [],
    )
    return { userId, fields: Object.fromEntries(fields) }
  } catch {
    return null
  }
}

/** Returns the child of this local name whose prefix means this namespace. */
function childOf(parent: unknown, local: string, namespace: string, names: Record<string, string>) {
  if (!isElement(parent)) return null
  for (const [name, value] of Object.entries(parent)) {
    const prefix = name.includes(':') ? name.slice(0, name.indexOf(':')) : ''
    if (name.slice(prefix ? prefix.length + 1 : 0) !== local) continue
    const element = isElement(value) ? value : {}
    const known = { ...names, ...namesOf(element) }
    if (known[prefix] === namespace) return { element, names: known }
  }
  return null
}

const namesOf = (element: Element): Record<string, string> =>
  Object.fromEntries(
    Object.entries(element).flatMap(([name, value]) =>
      name === '@xmlns'
        ? [['', String(value)]]
        : name.startsWith('@xmlns:')
          ? [[name.slice(7), String(value)]]
          : [],
    ),
  )
