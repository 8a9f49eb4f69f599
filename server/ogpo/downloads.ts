import type { FastifyInstance } from 'fastify'
import { prefixOf } from '#contract/pages.ts'
import { locales } from '#domain/locale.ts'
import { isUuid } from '#domain/uuid.ts'
import type { Deps } from '../deps.ts'
import { notFoundPage, type Site } from '../http/site.ts'
import { reads } from '../products/products.ts'

/** Documents by their unguessable uuid, in both forms of the address. */
export function mountDownloads(app: FastifyInstance, deps: Deps, site: Site): void {
  for (const { kind, download } of reads().flatMap(
    ({ papers: policyDocuments }) => policyDocuments,
  ))
    for (const prefix of locales.map(prefixOf))
      app.get<{ Params: { uuid: string } }>(
        `${prefix}/${download}/:uuid`,
        async (request, reply) => {
          const { uuid } = request.params
          const paper = isUuid(uuid)
            ? await deps.db
                .selectFrom('documents')
                .select(['content', 'file_name', 'sha256'])
                .where('uuid', '=', uuid)
                .where('kind', '=', kind)
                .executeTakeFirst()
            : undefined
          if (!paper) return notFoundPage(site, request.url, reply)
          return reply
            .type('application/pdf')
            .header(
              'content-disposition',
              `attachment; filename="${paper.file_name.replaceAll(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(paper.file_name)}`,
            )
            .header('cache-control', 'private, max-age=3600')
            .header('etag', `"${paper.sha256.toString('hex').slice(0, 32)}"`)
            .header('x-robots-tag', 'noindex')
            .send(paper.content)
        },
      )
}
