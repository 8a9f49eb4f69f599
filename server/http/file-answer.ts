import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** What a call answers instead of JSON: a file, made while it is sent. */
export class FileAnswer {
  readonly name: string
  readonly mime: string
  readonly chunks: AsyncIterable<Buffer>
  constructor(name: string, mime: string, chunks: AsyncIterable<Buffer>) {
    this.name = name
    this.mime = mime
    this.chunks = chunks
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
      .send(Readable.from(this.chunks, { objectMode: false, highWaterMark: 256 * 1024 }))
  }
}
