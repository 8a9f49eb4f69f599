import { Client, type IHttpClient, type SoapMethodAsync, WSDL } from 'soap'
import { type Reply, type Send, Unavailable } from '../http.ts'
import { decode, fill, isWire, Unfit, type Wire } from './codec.ts'
import { isStructure, NAMESPACE, type Operation, operations } from './protocol.ts'
import { EsbdRefused } from './refused.ts'
import { wsdl } from './wsdl.ts'

/** One SOAP call: structures in the arguments are filled in, the answer comes back decoded by its type. */
export type Exchange = (operation: Operation, args: Wire, key?: string) => Promise<unknown>

const REST_OF_A_FAILED_HOST_MS = 30_000

type About = { operation: Operation; key: string | undefined }

/** The SOAP client over `Send`. Throws `EsbdRefused` for a Fault, `Unavailable` for an answer that cannot be read. */
export function exchange(config: { addresses: string[]; soap12?: boolean }, send: Send): Exchange {
  const post = rotating(config.addresses, send)
  const http: IHttpClient = {
    request(_url, xml, callback, headers, options) {
      const about = aboutOf(options)
      const sent = post({ ...about, headers: headers ?? {}, body: String(xml) })
        .then((reply) => callback(null, { status: reply.status, headers: reply.headers, body: reply.text }, reply.text))
        .catch(callback)
      // The library never reads what its own transport returns.
      return sent as never
    },
  }
  let loading: Promise<Client> | null = null
  const ready = () => (loading ??= load(http, config.soap12 ?? false))

  return async (operation, args, key) => {
    const client = await ready()
    const call: SoapMethodAsync = client[`${operation}Async`]
    const about: About = { operation, key }
    const [result, raw] = await call(filled(operation, args), { about }).catch((cause: unknown) => {
      throw failureOf(operation, cause)
    })
    // An empty answer element is "nothing found"; an answer to something else must not look like it.
    if (typeof raw !== 'string' || !raw.includes(`${operation}Response`)) throw unreadable(operation)
    try {
      return decode(operations[operation].out, isWire(result) ? result[`${operation}Result`] : null, `${operation}Result`)
    } catch (cause) {
      throw cause instanceof Unfit ? unreadable(operation, cause) : cause
    }
  }
}

export const unreadable = (operation: Operation, cause?: unknown) =>
  new Unavailable('esbd', operation, 'unreadable reply', true, { cause })

function load(http: IHttpClient, soap12: boolean): Promise<Client> {
  // The address inside does not matter: `rotating` chooses the host.
  const options = { httpClient: http, forceSoap12Headers: soap12 }
  const description = new WSDL(wsdl(NAMESPACE), 'IICWebService.wsdl', options)
  return new Promise((resolve, reject) =>
    description.onReady((error) => (error ? reject(error) : resolve(new Client(description, undefined, options)))),
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

function aboutOf(options: unknown): About {
  const about = isWire(options) && isWire(options.about) ? options.about : {}
  const operation = Object.keys(operations).find((name): name is Operation => name === about.operation)
  if (!operation) throw new Error('a SOAP call without its operation')
  return { operation, key: typeof about.key === 'string' ? about.key : undefined }
}

function failureOf(operation: Operation, cause: unknown): Error {
  if (cause instanceof Unavailable) return cause
  const text = faultText(cause)
  return text === null ? unreadable(operation, cause) : new EsbdRefused(operation, text)
}

/** The text of a SOAP 1.1 or 1.2 Fault in the library's error; null when it was none. */
function faultText(cause: unknown): string | null {
  const fault = ['root', 'Envelope', 'Body', 'Fault'].reduce<unknown>((value, name) => (isWire(value) ? value[name] : null), cause)
  if (!isWire(fault)) return null
  const said = fault.faultstring ?? (isWire(fault.Reason) ? fault.Reason.Text : null)
  const text = isWire(said) ? said.$value : said
  return typeof text === 'string' && text !== '' ? text : 'Fault'
}

type Letter = About & { headers: Record<string, string>; body: string }

/** Equal hosts in turn. A host that failed rests for half a minute; a call that surely had no effect goes on to the next host. */
function rotating(addresses: string[], send: Send): (letter: Letter) => Promise<Reply> {
  const restsUntil = new Map<string, number>()
  let next = 0
  const inTurn = () => {
    const turned = addresses.map((_, i) => addresses[(next + i) % addresses.length] ?? '')
    next = (next + 1) % Math.max(1, addresses.length)
    const resting = (address: string) => (restsUntil.get(address) ?? 0) > performance.now()
    return [...turned.filter((address) => !resting(address)), ...turned.filter(resting)]
  }
  return async ({ operation, key, headers, body }) => {
    const { safe } = operations[operation]
    let failure = new Unavailable('esbd', operation, 'no address configured', false)
    for (const url of inTurn()) {
      try {
        const reply = await send({ operation, ...(key === undefined ? {} : { key }), method: 'POST', url, headers, body, safe })
        restsUntil.delete(url)
        return reply
      } catch (cause) {
        if (!(cause instanceof Unavailable)) throw cause
        failure = cause
        restsUntil.set(url, performance.now() + REST_OF_A_FAILED_HOST_MS)
        if (!safe && cause.mayHaveHappened) break
      }
    }
    throw failure
  }
}
