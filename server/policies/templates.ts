import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { locales } from '#domain/locale.ts'
import { templateAddress, templateNames } from '#texts/templates.ts'

/**
 * The blank documents of `/docs`: each is made once per process, on first request, and is the same
 * everywhere.
 */
export function mountTemplates(app: FastifyInstance): void {
  for (const name of templateNames)
    for (const locale of locales) {
      const address = templateAddress(name, locale)
      let making: Promise<{ bytes: Buffer; etag: string }> | undefined
      const make = async () => {
        // Its renderer is the heaviest library here: loaded with the first document, not at every
        // start.
        const { blankTemplate } = await import('#documents/templates.ts')
        const bytes = Buffer.from(await blankTemplate(name, locale))
        return {
          bytes,
          etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 16)}"`,
        }
      }
      app.get(address, async (request, reply) => {
        // The next caller retries a failed one.
        making ??= make().catch((cause: unknown) => {
          making = undefined
          throw cause
        })
        const { bytes, etag } = await making
        reply.header('etag', etag).header('cache-control', 'no-cache')
        if (request.headers['if-none-match'] === etag) return reply.code(304).send()
        const file = address.split('/').at(-1) ?? 'template.pdf'
        return reply
          .type('application/pdf')
          .header('content-disposition', `attachment; filename="${file}"`)
          .send(bytes)
      })
    }
}
