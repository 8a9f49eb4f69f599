import { Client, type IHttpClient, type SoapMethodAsync, WSDL } from 'soap'
import { z } from 'zod'
import { type Reply, type Send, Unavailable } from '../http.ts'
import { pauses } from '../time-limits.ts'
import { decode, fill, isNothing, isWire, Unfit, type Wire } from './codec.ts'
import { isStructure, NAMESPACE, type Operation, operations } from './protocol.ts'
import { EsbdRefused } from './refused.ts'
import { wsdl } from './wsdl.ts'

/**
 * Of one call: what the journal may know it by, and the number of its session, which stays with one
 * host while that host lives.
 */
export type About = { key?: string | undefined; seat: number }
/**
 * One SOAP call: structures in the arguments are filled in, the answer comes back decoded by its
 * type.
 */
export type Exchange = (operation: Operation, args: Wire, about: About) => Promise<unknown>

/**
 * The SOAP client over `Send`. Throws `EsbdRefused` for a Fault, `Unavailable` for an answer that
 * cannot be read.
 */
export function exchange(config: { addresses: string[]; soap12?: boolean }, send: Send): Exchange {
  const post = rotating(config.addresses, send)
  const http: IHttpClient = {
    request(_url, xml, callback, headers, options) {
      const sent = (async () => {
        try {
          const reply = await post({
            ...letterOf(options),
            headers: headers ?? {},
            body: String(xml),
          })
          const text = textOf(reply)
          callback(null, { status: reply.status, headers: reply.headers, body: text }, text)
        } catch (cause) {
          callback(cause)
        }
      })()
      // The library never reads what its own transport returns.
      return sent as never
    },
  }
  let loading: Promise<Client> | null = null
  const ready = () => (loading ??= load(http, config.soap12 ?? false))

  return async (operation, args, about) => {
    const client = await ready()
    const call: SoapMethodAsync = client[`${operation}Async`]
    const [result, raw] = await call(filled(operation, args), {
      letter: { ...about, operation },
    }).catch((cause: unknown) => {
      throw failureOf(operation, cause)
    })
    // An empty answer element is "nothing found"; an answer to something else must not look like
    // it.
    if (typeof raw !== 'string' || !raw.includes(`${operation}Response`))
      throw unreadable(operation)
    try {
      return decode(operations[operation].out, resultIn(operation, result), `${operation}Result`)
    } catch (cause) {
      throw cause instanceof Unfit ? unreadable(operation, cause) : cause
    }
  }
}

/** The `…Result` of an answer; an answer that holds anything else is none. */
function resultIn(operation: Operation, answer: unknown): unknown {
  if (isNothing(answer)) return null
  const name = `${operation}Result`
  if (!isWire(answer) || Array.isArray(answer)) throw new Unfit(`${operation}Response is no answer`)
  if (Object.keys(answer).some((key) => key !== name && key !== 'attributes'))
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

function load(http: IHttpClient, soap12: boolean): Promise<Client> {
  // The address inside does not matter: `rotating` chooses the host.
  const options = { httpClient: http, forceSoap12Headers: soap12 }
  const description = new WSDL(wsdl(NAMESPACE, { asText: true }), 'IICWebService.wsdl', options)
  return new Promise((resolve, reject) =>
    description.onReady((error) =>
      error ? reject(error) : resolve(new Client(description, undefined, options)),
    ),
  )
}

const filled = (operation: Operation, args: Wire): Wire =>
  Object.fromEntries(
    Object.entries(operations[operation].in).flatMap(([name, type]) => {
      const value = args[name]
      if (value === undefined || value === null) return []
      return [[name, isStructure(type) && isWire(value) ? fill(type, value) : value]]
    }),
  )

/** What our own call put among the options of the library's. */
function letterOf(options: unknown): About & { operation: Operation } {
  const letter = isWire(options) && isWire(options.letter) ? options.letter : {}
  const operation = Object.keys(operations).find(
    (name): name is Operation => name === letter.operation,
  )
  if (!operation) throw new Error('a SOAP call without its operation')
  return {
    operation,
    key: typeof letter.key === 'string' ? letter.key : undefined,
    seat: Number(letter.seat) || 0,
  }
}

function failureOf(operation: Operation, cause: unknown): Error {
  if (cause instanceof Unavailable) return cause
  const text = faultText(cause)
  return text === null ? unreadable(operation, cause) : new EsbdRefused(operation, text)
}

/** The text of a SOAP 1.1 or 1.2 Fault in the library's error; null when it was none. */
function faultText(cause: unknown): string | null {
  const fault = ['root', 'Envelope', 'Body', 'Fault'].reduce<unknown>(
    (value, name) => (isWire(value) ? value[name] : null),
    cause,
  )
  if (!isWire(fault)) return null
  const said = fault.faultstring ?? (isWire(fault.Reason) ? fault.Reason.Text : null)
  const text = isWire(said) ? said.$value : said
  return typeof text === 'string' && text !== '' ? text : 'Fault'
}

type Letter = About & { operation: Operation; headers: Record<string, string>; body: string }

/**
 * Equal hosts, the sessions spread over them. A host that failed rests for half a minute; a call
 * that surely had no effect goes on to the next host. [A] A host that does not know the session
 * answers so, and the session is made anew there.
 */
function rotating(addresses: string[], send: Send): (letter: Letter) => Promise<Reply> {
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
