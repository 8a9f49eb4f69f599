import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { type Locale, locales } from '#brand'
import { routesOf } from '#contract/pages.ts'
import { firstPageMs } from '#domain/lifetimes.ts'
import type { Deps } from './deps.ts'
import { homePlansOn } from './home/plans.ts'
import { type Held, heldAnswer, type Site } from './http/site.ts'
import { issueTimes } from './ogpo/issue-times.ts'

/** After a failure, ms. */
const tryAgainMs = 60_000
const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)]

/**
 * The first page with what only the server knows: how long policies took, what Home costs. Made
 * anew at most once an hour, behind an answer and never before one; until it is made, and when it
 * cannot be, the page is the build's.
 */
export function mountFirstPage(app: FastifyInstance, deps: Deps, site: Site): void {
  const made = new Map<Locale, Held>()
  let due = 0
  const make = async () => {
    const figures = await firstPageFigures(deps)
    for (const locale of locales) made.set(locale, await page(site, locale, figures))
  }
  for (const { locale, route } of routesOf('index')) {
    const built = site.held.get(route)
    if (!built) continue
    app.get(route, (request, reply) => {
      if (Date.now() >= due) {
        due = Date.now() + firstPageMs
        make().catch((cause) => {
          due = Date.now() + tryAgainMs
          deps.log.warn({ err: cause }, 'the first page keeps its old figures')
        })
      }
      const { status, headers, body } = heldAnswer(
        made.get(locale) ?? built,
        request.headers['accept-encoding'],
        request.headers['if-none-match'],
      )
      reply.code(status).headers(headers)
      return body ? reply.send(body) : reply.send()
    })
  }
}

/** What the page is rendered with: `HomeFigures` of web/pages/index/figures.ts. */
export async function firstPageFigures(deps: Pick<Deps, 'db' | 'clock'>) {
  const [times, plans] = await Promise.all([
    issueTimes(deps.db, deps.clock.now()),
    homePlansOn(deps.db, deps.clock.today()),
  ])
  const prices = plans.map(({ pricePerMonth }) => pricePerMonth)
  return {
    ...(times ? { issue: times } : {}),
    ...(prices.length ? { home: { from: Math.min(...prices), to: Math.max(...prices) } } : {}),
  }
}

async function page(site: Site, locale: Locale, figures: Record<string, unknown>): Promise<Held> {
  const bytes = Buffer.from(site.render('index', locale, figures))
  const etag = createHash('sha256').update(bytes).digest('base64url').slice(0, 10)
  return {
    file: '',
    type: 'text/html; charset=utf-8',
    etag: `"${etag}"`,
    immutable: false,
    page: 'index',
    bytes,
    brBytes: await brotli(bytes),
    gzBytes: await zip(bytes),
  }
}
