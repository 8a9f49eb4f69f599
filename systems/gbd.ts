import { XMLParser } from 'fast-xml-parser'
import { ConsentRefused, consentFields, type PersonConsent } from './consent.ts'
import { statusMeaning } from './gbd-status.ts'
import { type Send, type SystemName, Unavailable } from './http.ts'
import { buildXml, type XmlValue } from './shep-xml.ts'

/**
 * The credit bureau's gateway to the state registers (`gbdServices`), one SOAP service a register.
 * Shared by the systems behind it.
 *
 * Evidence:
 * - wiki.gkb.kz «Водитель» (9 Oct 2023), «Автомобиль» (31 Mar 2023), «Физические лица»: HTTP basic
 *   authentication of the organisation, `userId` as a SOAP header without a namespace, method
 *   elements in `http://data.gbd.chdb.scb.kz/`, their children without one;
 * - RavilSKHalyk/APIDocNew `soapRequest.java` (a working client of 2023): the same for both
 *   services, addresses `…/gbdServices/<service>`;
 * - the published reply of getPerson: `return`, below it one element with
 *   `responseInfo.status.code` and `responseData.data`.
 *
 * Guess: the replies of these services lie in that envelope too. The public client finds its fields
 * by name at any depth, and so do we: a status that is there has to say success, and a reply
 * without the fields is unclear, never "nothing".
 * Guess: the request for a person's data carries their consent as in consent.ts; the public client
 * sends none to these two services.
 * Guess: `404` is "nothing known", as of getPerson. [A] It is another list than NO_PERSON of
 * gkb/protocol.ts: `SCSE001`, guessed to be "no such person" there, is a failure here, or a failed
 * service would mean that a person owns no vehicle.
 */
export const GBD_NAMESPACE = 'http://data.gbd.chdb.scb.kz/'
const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/'
/** Status of the transport, and message results of the register. */
export const GBD_SUCCESS = 'SCSS001'
export const GBD_FOUND = '00000'
export const GBD_NOT_FOUND = ['404'] as const

export type GbdConfig = {
  /** Address of the one service, `…/gbdServices/AutoDetailsVinImplService`. */
  address: string
  login: string
  password: string
  userId: string
  /** Codes that mean "no such record"; every other one that is not success is unclear. */
  notFound?: readonly string[] | undefined
}

/** A reply's element as the parser gives it: text, children by name, lists of equal children. */
export type Node = string | Node[] | { [name: string]: Node }

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  htmlEntities: true,
})

/**
 * One question to one service, which changes nothing there. Resolves with the reply's own element,
 * or null when the register says it knows nothing; throws `Unavailable` for a SOAP Fault, a status
 * that is not success, a reply of another method and anything unreadable.
 */
export function gbdService<Operation extends string>(
  system: SystemName,
  config: GbdConfig,
  send: Send<Operation>,
) {
  return async (
    method: Operation,
    own: { [name: string]: XmlValue },
    consent?: PersonConsent,
  ): Promise<Node | null> => {
    const fields = { ...own, ...(consent ? consentFields(consent) : {}) }
    const unclear = (reason: string) => new Unavailable(system, method, reason)
    const answer = await send({
      operation: method,
      method: 'POST',
      url: config.address,
      headers: {
        'content-type': 'text/xml; charset=utf-8',
        soapaction: '""',
        authorization: `Basic ${Buffer.from(`${config.login}:${config.password}`).toString('base64')}`,
      },
      body: gbdRequest(config.userId, method, fields),
      safe: true,
    })
    const reply = readReply(answer.text, method)
    if (reply === null)
      throw unclear(answer.status === 200 ? 'unreadable reply' : `HTTP ${answer.status}`)
    const missing = config.notFound ?? GBD_NOT_FOUND
    const [info] = found(reply, 'responseInfo')
    if (info !== undefined) {
      const status = textOf(found(info, 'status')[0], 'code')
      if (status === null) throw unclear('responseInfo.status.code is missing')
      if (missing.includes(status)) return null
      if (status !== GBD_SUCCESS) throw refusalOf(system, method, 'status', status)
    }
    const result = textOf(found(reply, 'messageResult')[0], 'code')
    if (result !== null && missing.includes(result)) return null
    if (result !== null && result !== GBD_FOUND) throw refusalOf(system, method, 'result', result)
    return reply
  }
}

/** A status that is no success; one that speaks of the consent ends it. */
function refusalOf(system: SystemName, method: string, what: string, code: string): Unavailable {
  const { side } = statusMeaning(code)
  const reason = `${what} ${code.slice(0, 20)}`
  if (side === 'consent') return new ConsentRefused(system, method, reason)
  return new Unavailable(system, method, reason, true, { isFailure: side !== 'person' })
}

/** The envelope; fields left undefined are left out. */
export const gbdRequest = (
  userId: string,
  method: string,
  fields: { [name: string]: XmlValue },
): string =>
  buildXml({
    'soapenv:Envelope': {
      '@xmlns:soapenv': SOAP,
      '@xmlns:data': GBD_NAMESPACE,
      'soapenv:Header': { userId },
      'soapenv:Body': { [`data:${method}`]: fields },
    },
  })

/**
 * Returns the content of the method's response; null if the text is no such reply, truncated or a
 * Fault.
 */
function readReply(text: string, method: string): Node | null {
  try {
    const root = parser.parse(text, true)
    const response = root?.Envelope?.Body?.[`${method}Response`]
    return response && typeof response === 'object' && response.return ? response.return : null
  } catch {
    // The parser's words may quote the reply, which is personal data.
    return null
  }
}

/** Every element of this name, at any depth, in order. */
export function found(node: Node | undefined, name: string): Node[] {
  if (node === undefined || typeof node === 'string') return []
  if (Array.isArray(node)) return node.flatMap((one) => found(one, name))
  return Object.entries(node).flatMap(([key, child]) =>
    key === name ? listed(child) : found(child, name),
  )
}
const listed = (node: Node): Node[] => (Array.isArray(node) ? node : [node])

/**
 * Returns the text of a direct child; null if it is missing, empty, nil or repeated with different
 * words.
 */
export function textOf(node: Node | undefined, name: string): string | null {
  if (node === undefined || typeof node === 'string' || Array.isArray(node)) return null
  const child = node[name]
  const texts = child === undefined ? [] : [...new Set(listed(child).map(plain))]
  return texts.length === 1 ? (texts[0] ?? null) : null
}

function plain(node: Node): string | null {
  const text = typeof node === 'string' ? node : Array.isArray(node) ? '' : (node['#text'] ?? '')
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null
}
