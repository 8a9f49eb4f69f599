import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { notFoundPage, type Site } from '../site.ts'

/** The download routes of the specification: which paper stands behind each. */
const routes = {
  'download-policy': 'policy',
  'download-policy-covernote': 'covernote',
  'download-policy-slip': 'slip',
  'download-applicant-form': 'applicantForm',
  'download-policy-home': 'home',
} as const
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Papers by their unguessable uuid, in both forms of the address. */
export function mountDownloads(app: FastifyInstance, deps: Deps, site: Site): void {
  for (const [name, kind] of Object.entries(routes))
    for (const prefix of ['', '/ru'])
      app.get<{ Params: { uuid: string } }>(`${prefix}/${name}/:uuid`, async (request, reply) => {
        const { uuid } = request.params
        const paper = UUID.test(uuid)
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
      })
}
