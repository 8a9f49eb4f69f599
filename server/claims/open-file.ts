import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { fileName } from '../files/upload.ts'
import { tokenHash } from '../http/identity.ts'
import { notFoundPage, type Site } from '../http/site.ts'
import { framedFileHeaders } from '../http/site-headers.ts'

/**
 * What a browser opens without headers: the link works once, within its minute (settled.md,
 * "Identity").
 */
export function mountFileLinks(app: FastifyInstance, deps: Deps, site: Site): void {
  app.get<{ Params: { key: string } }>(
    '/files/:key',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const now = deps.clock.now()
      const link = await deps.db
        .updateTable('file_links')
        .set({ used_at: now })
        .where('hash', '=', tokenHash(request.params.key))
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .returning('file_id')
        .executeTakeFirst()
      const file = link
        ? await deps.db
            .selectFrom('files')
            .select(['name', 'mime', 'size', 'storage_key'])
            .where('id', '=', link.file_id)
            .where('scan', '=', 'clean')
            .executeTakeFirst()
        : undefined
      if (!file) return notFoundPage(site, request.url, reply)
      // One that was stored under any name is served under that of what it is.
      const name = fileName(file.name, file.mime)
      const bytes = await deps.systems.files.read(file.storage_key)
      return reply
        .type(file.mime)
        .header('content-length', String(file.size))
        .header(
          'content-disposition',
          `inline; filename="${name.replaceAll(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`,
        )
        .header('cache-control', 'private, no-store')
        .header('x-robots-tag', 'noindex')
        .headers(framedFileHeaders)
        .send(bytes)
    },
  )
}
