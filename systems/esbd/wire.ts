import { z } from 'zod'
import { type Reply, type Send, Unavailable } from '../http.ts'
import { pauses } from '../time-limits.ts'
import { decode, isNothing, isWire, Unfit, type Wire } from './codec.ts'
import { type Operation, operations } from './protocol.ts'
import { EsbdRefused } from './refused.ts'
import { contentOf } from './reply.ts'
import { headersOf, requestOf } from './request.ts'

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
