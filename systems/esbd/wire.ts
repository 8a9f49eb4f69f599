import { z } from 'zod'
import { type Reply, type Send, Unavailable } from '../http.ts'
import { pauses } from '../time-limits.ts'
import {
  decode,
  isMandatory,
  isNothing,
  isWire,
  itemOf,
  notSet,
  treeOf,
  Unfit,
  type Wire,
} from './codec.ts'
import {
  type Fields,
  isStructure,
  NAMESPACE,
  type Operation,
  operations,
  structures,
} from './protocol.ts'
import { EsbdRefused } from './refused.ts'
import { escapeXml } from './wsdl.ts'

/**
 * Returns the content of the answer's `…Response`, elements by name and all values as text
 * (`codec.ts` reads them by their types); null if empty. Throws `EsbdRefused` for a Fault of either
 * version, and `Unfit` for anything that does not answer this operation.
 */
export function contentOf(operation: Operation, xml: string): unknown {
  const body = only(only(treeOf(xml), 'Envelope'), 'Body')
  if (isWire(body) && 'Fault' in body) throw new EsbdRefused(operation, faultText(body.Fault))
  return only(body, `${operation}Response`)
}

/** The one element of this name; an answer that holds something else there is none. */
function only(parent: unknown, name: string): unknown {
  if (!isWire(parent) || Array.isArray(parent) || !(name in parent) || Array.isArray(parent[name]))
    throw new Unfit(`the answer holds no ${name}`)
  return parent[name]
}

function faultText(fault: unknown): string {
  const one = isWire(fault) && !Array.isArray(fault) ? fault : {}
  const said = one.faultstring ?? (isWire(one.Reason) ? one.Reason.Text : null)
  const text: unknown = Array.isArray(said) ? said[0] : said
  return typeof text === 'string' && text !== '' ? text : 'Fault'
}

/**
 * Requests from templates of the contract: tags, order and defaults for missing numbers are
 * prepared once, so that a call only inserts its values.
 */
type Writer = (value: unknown) => string
/** One field of a structure. */
type Part = { name: string; write: Writer; missing: string }

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

/**
 * About one call: its key in the journal, and the number of its session, which stays with one host
 * while that host lives.
 */
export type About = { key?: string | undefined; seat: number }
/** Makes one SOAP call: completes structures in the arguments, decodes the answer by its type. */
export type Exchange = (operation: Operation, args: Wire, about: About) => Promise<unknown>

/**
 * The SOAP client over `Send`. Throws `EsbdRefused` for a Fault, `Unavailable` for an answer that
 * cannot be read.
 */
export function exchange(
  config: { addresses: string[]; soap12?: boolean },
  send: Send<Operation>,
): Exchange {
  const post = rotating(config.addresses, send)
  const version = config.soap12 ? '1.2' : '1.1'
  return async (operation, args, about) => {
    const reply = await post({
      ...about,
      operation,
      headers: headersOf(version, operation),
      body: requestOf(version, operation, args),
    })
    try {
      const content = contentOf(operation, textOf(reply))
      return decode(operations[operation].out, resultIn(operation, content), `${operation}Result`)
    } catch (cause) {
      throw cause instanceof EsbdRefused ? cause : unreadable(operation, cause)
    }
  }
}

/** The `…Result` of an answer; an answer that holds anything else is none. */
function resultIn(operation: Operation, answer: unknown): unknown {
  if (isNothing(answer)) return null
  const name = `${operation}Result`
  if (!isWire(answer) || Array.isArray(answer)) throw new Unfit(`${operation}Response is no answer`)
  if (Object.keys(answer).some((key) => key !== name))
    throw new Unfit(`${operation}Response holds no ${name}`)
  return answer[name]
}

/**
 * An answer that says nothing certain. Its message names the fields that cannot be read, never what
 * they hold.
 */
export const unreadable = (operation: Operation, cause?: unknown) =>
  new Unavailable(
    'esbd',
    operation,
    ['unreadable reply', fieldsIn(cause)].filter(Boolean).join(': '),
    true,
    { cause },
  )

function fieldsIn(cause: unknown): string {
  if (cause instanceof z.ZodError)
    return [
      ...new Set(cause.issues.map(({ path }) => path.map(String).join('.') || 'the whole')),
    ].join(', ')
  return cause instanceof Unfit ? cause.message : ''
}

/**
 * The text in the encoding that the answer names, which need not be UTF-8. Bytes that are none of
 * it end the reading.
 */
function textOf({ body, headers }: Reply): string {
  const bom =
    body[0] === 0xff && body[1] === 0xfe
      ? 'utf-16le'
      : body[0] === 0xfe && body[1] === 0xff
        ? 'utf-16be'
        : null
  const said = /charset="?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1]
  const declared = /^[^>]{0,80}encoding=["']([\w-]+)/.exec(
    body.subarray(0, 120).toString('latin1'),
  )?.[1]
  return new TextDecoder(bom ?? said ?? declared ?? 'utf-8', { fatal: true }).decode(body)
}

type Letter = About & { operation: Operation; headers: Record<string, string>; body: string }

/**
 * Equal hosts, the sessions spread over them. A host that failed rests for half a minute; a call
 * that surely had no effect goes on to the next host. [A] A host that does not know the session
 * answers so, and the session is made anew there.
 */
function rotating(addresses: string[], send: Send<Operation>): (letter: Letter) => Promise<Reply> {
  const restsUntil = new Map<string, number>()
  const inTurn = (seat: number) => {
    const turned = addresses.map((_, i) => addresses[(seat + i) % addresses.length] ?? '')
    const resting = (address: string) => (restsUntil.get(address) ?? 0) > performance.now()
    return [...turned.filter((address) => !resting(address)), ...turned.filter(resting)]
  }
  return async ({ operation, key, seat, headers, body }) => {
    const { reads } = operations[operation]
    let failure: Unavailable | null = null
    for (const url of inTurn(seat)) {
      try {
        const reply = await send({
          operation,
          ...(key === undefined ? {} : { key }),
          method: 'POST',
          url,
          headers,
          body,
          safe: reads,
          once: !reads,
        })
        restsUntil.delete(url)
        return reply
      } catch (cause) {
        if (!(cause instanceof Unavailable)) throw cause
        failure = cause
        restsUntil.set(url, performance.now() + pauses.esbdHostRest)
        if (!reads && cause.mayHaveHappened) break
      }
    }
    throw failure ?? new Unavailable('esbd', operation, 'no address configured', false)
  }
}
