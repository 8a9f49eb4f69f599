import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { AwsV4Signer } from 'aws4fetch'
import { Agent, type Dispatcher, request } from 'undici'
import { guarded, type SendOptions, Unavailable } from '../http.ts'
import { limitOf, parts } from '../time-limits.ts'

/** One question to an object storage: signed, timed, repeated. */

/** A bucket of any storage that speaks S3, and who we are there. */
export type Bucket = {
  /**
   * The bucket's own address, with its name in the path or in the host, as the storage gives it.
   */
  address: string
  region: string
  accessKey: string
  secretKey: string
}
/** `waitingRoom`: the folder where an upload waits until all of it is there. */
export type Options = SendOptions & {
  waitingRoom: string
  putTimeoutMs?: number
  pageSize?: number
}
const NO_BYTES = createHash('sha256').digest('hex')

export type Operation = 'put' | 'read' | 'remove' | 'list'
type Ask = {
  operation: Operation
  method: 'GET' | 'PUT' | 'DELETE'
  url: string
  key?: string
  timeoutMs?: number
}
export type Body = { sha256: string; size: number; from: () => AsyncIterable<Buffer> }
type Reply = { status: number; body: Dispatcher.ResponseData['body'] }

type Asking = Omit<Options, 'waitingRoom' | 'putTimeoutMs' | 'pageSize'>

/** One signed request to the bucket, watched while its bytes move. */
export function asking(bucket: Bucket, options: Asking) {
  const exchange = guarded('files', options)
  // So long nothing may move while somebody waits for a file, and while one is stored: a busy
  // storage answers when its disks are done.
  const stallMs = Math.min(options.timeoutMs ?? Infinity, limitOf('files', 'read').ms)
  const putStallMs = Math.min(options.timeoutMs ?? Infinity, parts.filesPutStall)
  const dispatcher = new Agent({
    connectTimeout: Math.min(parts.connect, stallMs),
    keepAliveTimeout: parts.keepAlive,
    connections: 64,
    bodyTimeout: stallMs,
  })

  const signed = async ({ method, url }: Ask, sha256: string) => {
    const { accessKey: accessKeyId, secretKey: secretAccessKey, region } = bucket
    const of = { accessKeyId, secretAccessKey, region, service: 's3' }
    const { headers } = await new AwsV4Signer({
      method,
      url,
      headers: { 'x-amz-content-sha256': sha256 },
      ...of,
    }).sign()
    return Object.fromEntries(headers)
  }

  // Any answer but "done" and "not there" is a failure of the storage.
  return (of: Ask, body?: Body): Promise<Reply> =>
    exchange({ ...of, safe: true }, async (leftMs) => {
      const headers = await signed(of, body?.sha256 ?? NO_BYTES)
      const watch = watching(Math.min(body ? putStallMs : stallMs, leftMs), leftMs)
      try {
        const { statusCode: status, body: answered } = await request(of.url, {
          method: of.method,
          headers: body ? { ...headers, 'content-length': String(body.size) } : headers,
          body: body
            ? Readable.from(watch.each(body.from()), { objectMode: false, highWaterMark: 1 })
            : null,
          dispatcher,
          signal: watch.signal,
        })
        if (status < 300 || status === 404) return { status, body: answered }
        await answered.dump()
        throw new Unavailable(
          'files',
          of.operation,
          `HTTP ${status}`,
          status >= 500 && status !== 503,
        )
      } finally {
        watch.over()
      }
    })
}

/**
 * Aborts when nothing moved for `stallMs`, or when all is over after `totalMs`; each chunk handed
 * on is a movement.
 */
function watching(stallMs: number, totalMs: number) {
  const stop = new AbortController()
  const late = () => stop.abort(new DOMException('time limit', 'TimeoutError'))
  const stall = setTimeout(late, stallMs)
  const total = setTimeout(late, totalMs)
  return {
    signal: stop.signal,
    each: async function* (bytes: AsyncIterable<Buffer>) {
      for await (const chunk of bytes) {
        stall.refresh()
        yield chunk
      }
    },
    over: () => {
      clearTimeout(stall)
      clearTimeout(total)
    },
  }
}
