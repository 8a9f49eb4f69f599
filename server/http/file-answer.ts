import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** What a call answers instead of JSON: a file, whole or made while it is sent. */
export class FileAnswer {
  readonly name: string
  readonly mime: string
  readonly bytes: Buffer | AsyncIterable<Buffer>
  constructor(name: string, mime: string, bytes: Buffer | AsyncIterable<Buffer>) {
    this.name = name
    this.mime = mime
    this.bytes = bytes
  }

  send(reply: FastifyReply) {
    const ascii = this.name.replaceAll(/[^\w.-]/g, '_')
    return reply
      .type(this.mime)
      .header(
        'content-disposition',
        `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(this.name)}`,
      )
      .header('x-robots-tag', 'noindex')
      .send(Readable.from(this.bytes, { objectMode: false, highWaterMark: 256 * 1024 }))
  }
}
