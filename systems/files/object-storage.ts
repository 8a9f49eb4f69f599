import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { AwsV4Signer } from 'aws4fetch'
import { XMLParser } from 'fast-xml-parser'
import { Agent, type Dispatcher, request } from 'undici'
import { z } from 'zod'
import { guarded, type SendOptions, Unavailable } from '../http.ts'
import { limitOf, parts } from '../time-limits.ts'
import { type Files, newFile, writeAll } from './client.ts'
import { checkedKey, isKey } from './local-files.ts'

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
/** `waitingRoom`: the folder for incomplete uploads. */
type Options = SendOptions & {
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
type Body = { sha256: string; size: number; from: () => AsyncIterable<Buffer> }
type Reply = { status: number; body: Dispatcher.ResponseData['body'] }

type Asking = Omit<Options, 'waitingRoom' | 'putTimeoutMs' | 'pageSize'>

/** One signed request to the bucket, watched while its bytes move. */
function asking(bucket: Bucket, options: Asking) {
  const exchange = guarded('files', options)
  // Longest time without progress while a user waits for a file, and while one is stored: a busy
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

const CHUNK = 64 * 1024

/**
 * Files as objects of a bucket. An upload waits on this machine's disk, in a file without a name
 * that disappears with the process, until it is complete: then it is one signed request with its
 * length and SHA-256, which the storage checks and accepts whole or not at all, and which can be
 * repeated. So memory holds a chunk per upload and an interrupted one leaves nothing anywhere.
 */
export function objectFiles(
  bucket: Bucket,
  { waitingRoom, putTimeoutMs = limitOf('files', 'put').ms, pageSize = 1_000, ...options }: Options,
): Files {
  const root = bucket.address.replace(/\/$/, '')
  const urlOf = (key: string) => `${root}/${checkedKey(key)}`
  const ask = asking(bucket, options)
  return {
    put: (key, bytes) => {
      const url = urlOf(key)
      return whole(join(waitingRoom, `${randomUUID()}.part`), bytes, async (body) => {
        const reply = await ask(
          { operation: 'put', method: 'PUT', url, key, timeoutMs: putTimeoutMs },
          body,
        )
        await reply.body.dump()
        if (reply.status === 404) throw new Unavailable('files', 'put', 'no such bucket', false)
      })
    },
    read: async (key) => {
      const { status, body } = await ask({ operation: 'read', method: 'GET', url: urlOf(key), key })
      if (status === 200) return body
      await body.dump()
      throw new Unavailable('files', 'read', 'no such file', false)
    },
    remove: async (key) => {
      const { body } = await ask({ operation: 'remove', method: 'DELETE', url: urlOf(key), key })
      await body.dump()
    },
    // The first version of the listing: every storage knows it, and its page begins after a key,
    // not at a token that grows old.
    keys: async function* (within) {
      const prefix = within ? `${checkedKey(within)}/` : ''
      for (let last: string | undefined = ''; last !== undefined; ) {
        const query = new URLSearchParams({ 'max-keys': String(pageSize), marker: last, prefix })
        const { status, body } = await ask({
          operation: 'list',
          method: 'GET',
          url: `${root}?${query}`,
        })
        const text = await body.text()
        if (status !== 200) throw new Unavailable('files', 'list', 'no such bucket', false)
        const { Contents, IsTruncated } = Listed.parse(listing.parse(text, true)).ListBucketResult
        const keys = Contents.map(({ Key }) => Key)
        yield* keys.filter(isKey)
        last = IsTruncated === 'true' ? keys.at(-1) : undefined
      }
    },
  }
}

/**
 * Lets all the bytes come to a file that loses its name at once, then hands them on as often as
 * wanted.
 */
async function whole(
  path: string,
  bytes: AsyncIterable<Buffer>,
  work: (body: Body) => Promise<void>,
): Promise<void> {
  const file: FileHandle = await newFile(path)
  try {
    await rm(path)
    const hash = createHash('sha256')
    let size = 0
    await writeAll(file, bytes, (chunk) => {
      hash.update(chunk)
      size += chunk.length
    })
    await work({ sha256: hash.digest('hex'), size, from: () => chunksOf(file) })
  } finally {
    await file.close()
  }
}

/**
 * A file from its beginning, a chunk when the one before is on its way: a stream of the file's own
 * would read ahead for each upload.
 */
async function* chunksOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(CHUNK), 0, CHUNK, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

const listing = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Contents' })
const Listed = z.object({
  ListBucketResult: z.object({
    IsTruncated: z.string().optional(),
    Contents: z.array(z.object({ Key: z.string() })).default([]),
  }),
})
