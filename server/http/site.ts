import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { PageName } from '#contract/pages.ts'
import { localeOfPath } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { defaultLocale } from '#domain/locale.ts'
import type { Deps } from '../deps.ts'
import { askedFrom } from './address.ts'
import { preferredLocale } from './context.ts'
import type { Held } from './held-answer.ts'
import { type HeldAnswer, heldAnswer, offers, otherLanguage, SiteFile } from './held-answer.ts'

const Manifest = z.object({
  id: z.string(),
  details: z.array(z.string()),
  paths: z.record(z.string(), SiteFile),
})
const Renderer = z.object({
  render: z.custom<(name: string, locale: Locale, data: Record<string, unknown>) => string>(
    (value) => typeof value === 'function',
  ),
})
/** After the start, ms. The first answers are given by then; another build takes longer. */
export const restAfterMs = 1_000

export type Site = {
  id: string
  /** Folders of detail pages (`/founders/`). */
  details?: readonly string[]
  held: Map<string, Held>
  render: (name: string, locale: Locale, data: Record<string, unknown>) => string
  /**
   * Runs when the server answers: loads what the start did not wait for, before another build
   * replaces the files.
   */
  started?: () => void
}

/**
 * Caches the built pages and files in memory, compressed by the build: each from its first request,
 * all of them a moment after the start.
 */
export function loadSite(folder: string): Site {
  const path = join(folder, 'manifest.json')
  if (!existsSync(path)) throw new Error('The pages are not built: run npm run build')
  const manifest = Manifest.parse(JSON.parse(readFileSync(path, 'utf8')))
  const read = (file: string) => readFileSync(join(folder, file))
  // The first answer caches the file (`heldAnswer`).
  const held = new Map(
    Object.entries(manifest.paths).map(([address, file]): [string, Held] => [
      address,
      {
        ...file,
        get bytes() {
          return read(file.file)
        },
        get brBytes() {
          return file.br ? read(file.br) : undefined
        },
        get gzBytes() {
          return file.gz ? read(file.gz) : undefined
        },
      },
    ]),
  )
  const readRest = async () => {
    for (const one of Array.from(held.values())) {
      heldAnswer(one)
      await setImmediate()
    }
  }
  // Few answers are rendered one by one: it is loaded for the first of them, or after the start.
  let loaded: z.output<typeof Renderer> | undefined
  const renderer = () =>
    (loaded ??= Renderer.parse(createRequire(import.meta.url)(join(folder, 'server/render.js'))))
  return {
    id: manifest.id,
    details: manifest.details,
    held,
    render: (...page) => renderer().render(...page),
    // They take 100 ms of the thread: requests that waited for the start go first.
    started: () =>
      void setTimeout(() => {
        renderer()
        // A missing file is reported to its requester.
        readRest().catch(() => {})
      }, restAfterMs).unref(),
  }
}

/** Answers from memory; unknown pages get the 404 page. */
export function serveSite(app: FastifyInstance, site: Site): void {
  const named = `/${defaultLocale}`
  app.get(named, (request, reply) => reply.redirect(`/${request.url.slice(named.length)}`, 308))
  app.get(`${named}/*`, (request, reply) =>
    reply.redirect(`/${request.url.slice(named.length + 1).replace(/^[/\\]+/, '')}`, 308),
  )
  app.setNotFoundHandler((request, reply) => answer(site, request, reply))
  // Pages made for one caller; no cache stores them.
  app.addHook('onSend', (request, reply, payload, done) => {
    const isPage =
      typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('text/html')
    const other = isPage ? otherLanguage(request.headers) : undefined
    done(null, isPage && other ? offers(payload, other) : payload)
  })
}

function answer(site: Site, request: FastifyRequest, reply: FastifyReply) {
  const path = decoded(request.url.split('?')[0] ?? '/')
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return reply
      .code(path.startsWith('/api/') ? 404 : 405)
      .send({ success: false, message: 'Not found' })
  const held = site.held.get(path.length > 1 ? path.replace(/\/$/, '') : path)
  if (!held)
    return site.details?.some((folder) => isBelow(path, folder))
      ? ruleFailed(site, request, reply)
      : notFoundPage(site, path, reply)
  if (held.query && !asks(request.url, held.query)) return ruleFailed(site, request, reply)
  const { status, headers, body } = heldAnswer(held, request.headers)
  reply.code(status).headers(headers)
  return body ? reply.send(body) : reply.send()
}

/**
 * Addresses that are none (`/%ff`, a part without end) reach no route and no hook of ours: not
 * found, with the headers of every answer.
 */
export const badAddress =
  (site: Site, headers: Record<string, string>) =>
  (_error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers({ ...headers, 'x-request-id': request.id })
    const path = request.url.split('?')[0] ?? '/'
    if (path.startsWith('/api/'))
      reply
        .code(404)
        .header('cache-control', 'no-store')
        .send({ success: false, message: 'Not found' })
    else notFoundPage(site, path, reply)
  }

/** A detail page has exactly one part below its folder. */
const isBelow = (path: string, folder: string) =>
  path.startsWith(folder) && /^[^/]+\/?$/.test(path.slice(folder.length))

/**
 * Checks that the query has all the page was made with; any other part (a campaign's mark) changes
 * nothing.
 */
function asks(url: string, wanted: Record<string, string>): boolean {
  const given = new URLSearchParams(url.split('?').slice(1).join('?'))
  return Object.entries(wanted).every(([name, value]) => given.get(name) === value)
}

/**
 * The address has a route, but its rule failed: `id` is not that of `code` (spec section 5,
 * "Routes").
 */
const ruleFailed = (site: Site, request: FastifyRequest, reply: FastifyReply) =>
  notFoundPage(site, request.url, reply, { rule: true })

/**
 * `path` is what the page repeats: the path of an unknown address, or the whole address when a
 * route's rule failed.
 */
export function notFoundPage(
  site: Site,
  path: string,
  reply: FastifyReply,
  { rule = false, locale = localeOfPath(path), status = 404 } = {},
) {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(site.render('not-found', locale, { path, rule }))
}

/**
 * Answers an unknown short key with a page in the browser's language. Keys are looked up first and
 * cannot be guessed, so wrong ones count (429) and never block a right one.
 */
export async function wrongKey(
  site: Site,
  { limits }: Pick<Deps, 'limits'>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const wait = await limits.takeOrWait('shortKeysPerAddress', askedFrom(request))
  if (wait !== null) reply.header('retry-after', wait)
  const locale = preferredLocale(request)
  return notFoundPage(site, request.url, reply, { locale, status: wait === null ? 404 : 429 })
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)]

/** A page with what only the server knows, rendered and compressed once, to be answered often. */
export async function heldPage(
  site: Site,
  name: PageName,
  locale: Locale,
  data: Record<string, unknown>,
): Promise<Held> {
  const bytes = Buffer.from(site.render(name, locale, data))
  const etag = createHash('sha256').update(bytes).digest('base64url').slice(0, 10)
  return {
    file: '',
    type: 'text/html; charset=utf-8',
    etag: `"${etag}"`,
    immutable: false,
    page: name,
    bytes,
    brBytes: await brotli(bytes),
    gzBytes: await zip(bytes),
  }
}

/**
 * Serves pages and files straight from memory before the rest of the server: they are most
 * requests, and only the line of another language depends on the caller. Passes anything but a
 * plain address of the site to `rest`, where `site.ts` decides. `headers` go on every answer, a
 * page's own before them; `seen` counts it.
 */
export function staticHandler(
  site: Site,
  headers: Record<string, string>,
  seen: (status: HeldAnswer['status'], seconds: number) => void,
) {
  const ready = new WeakMap<HeldAnswer, string[]>()
  const headersOf = (answer: HeldAnswer): string[] => {
    const known = ready.get(answer) ?? Object.entries({ ...headers, ...answer.headers }).flat()
    ready.set(answer, known)
    return known
  }
  return (rest: RequestListener): RequestListener =>
    (request: IncomingMessage, response: ServerResponse) => {
      const { method, url = '' } = request
      const held =
        method === 'GET' || method === 'HEAD'
          ? site.held.get(url.includes('?') ? url.slice(0, url.indexOf('?')) : url)
          : undefined
      if (!held || held.query) return rest(request, response)
      const began = performance.now()
      const answer = heldAnswer(held, request.headers)
      response.writeHead(answer.status, headersOf(answer))
      if (method === 'HEAD' || !answer.body) response.end()
      else response.end(answer.body)
      seen(answer.status, (performance.now() - began) / 1_000)
    }
}
