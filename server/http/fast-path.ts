import type { IncomingMessage, RequestListener } from 'node:http'
import { newRequestId } from './request-id.ts'

/**
 * Answers a body's text with the bytes of a success, or null: whatever is wrong or unusual about it
 * is the ordinary way's to answer.
 */
export type QuickAnswer = (text: string) => Promise<Buffer | null>

/** A longer body is no question of these calls. */
const longestBytes = 4_096

/**
 * Calls that everyone may make and that touch nobody's data, answered before the API's machinery
 * (decision 130). Measured: 64 instead of 88 µs of the thread for an estimate, where a bare Fastify
 * route takes 57; without it the goal of 0.9 of such a route is out of reach. `calls` by their
 * path, `seen` counts an answer. `headers` stand on each. A body that gets no quick answer is put
 * back and goes on to `rest`, unread.
 */
export function fastPath(
  calls: ReadonlyMap<string, { quick: QuickAnswer; seen: (seconds: number) => void }>,
  headers: Record<string, string>,
) {
  const standing = Object.entries({
    ...headers,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  }).flat()
  return (rest: RequestListener): RequestListener =>
    (request, response) => {
      const call = request.method === 'POST' ? calls.get(request.url ?? '') : undefined
      const length = Number(request.headers['content-length'])
      if (
        !call ||
        !(length > 0 && length <= longestBytes) ||
        !request.headers['content-type']?.startsWith('application/json')
      )
        return rest(request, response)
      const began = performance.now()
      const onwards = () => rest(request, response)
      whole(request, length, (body) => {
        call.quick(body).then((bytes) => {
          if (!bytes) return onwards()
          response.writeHead(200, [
            ...standing,
            'content-length',
            String(bytes.length),
            'x-request-id',
            newRequestId(),
          ])
          response.end(bytes)
          call.seen((performance.now() - began) / 1_000)
        }, onwards)
      })
    }
}

/** Reads the whole body and puts it back, so that whoever comes after reads it as if nobody had. */
function whole(request: IncomingMessage, length: number, done: (text: string) => void): void {
  const parts: Buffer[] = []
  let read = 0
  const take = () => {
    for (let part: Buffer | null = request.read(); part; part = request.read()) {
      parts.push(part)
      read += part.length
    }
    if (read < length) return
    request.off('readable', take)
    const body = Buffer.concat(parts)
    request.unshift(body)
    done(body.toString())
  }
  request.on('readable', take)
}
