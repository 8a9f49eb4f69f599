import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { localeOfPath } from '#contract/pages.ts'
import { defaultLocale, type Locale } from '#domain/locale.ts'

const SiteFile = z.object({
  file: z.string(),
  type: z.string(),
  etag: z.string(),
  br: z.string().optional(),
  gz: z.string().optional(),
  immutable: z.boolean(),
  page: z.string().optional(),
  query: z.record(z.string(), z.string()).optional(),
})
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

export type Held = z.infer<typeof SiteFile> & { bytes: Buffer; brBytes?: Buffer; gzBytes?: Buffer }
export type Site = {
  id: string
  /** Folders of detail pages (`/founders/`). */
  details?: readonly string[]
  held: Map<string, Held>
  render: (name: string, locale: Locale, data: Record<string, unknown>) => string
}

/** Loads the built pages and files into memory, compressed as the build left them. */
export async function loadSite(folder: string): Promise<Site> {
  const path = join(folder, 'manifest.json')
  if (!existsSync(path)) throw new Error('The pages are not built: run npm run build')
  const manifest = Manifest.parse(JSON.parse(readFileSync(path, 'utf8')))
  const read = (file: string) => readFileSync(join(folder, file))
  const held = new Map(
    Object.entries(manifest.paths).map(([address, file]): [string, Held] => [
      address,
      {
        ...file,
        bytes: read(file.file),
        ...(file.br ? { brBytes: read(file.br) } : {}),
        ...(file.gz ? { gzBytes: read(file.gz) } : {}),
      },
    ]),
  )
  const { render } = Renderer.parse(
    await import(pathToFileURL(join(folder, 'server', 'render.js')).href),
  )
  return { id: manifest.id, details: manifest.details, held, render }
}

/** No inline script, no inline style, nobody frames us (spec: strict policy without exceptions). */
export const securityHeaders: Record<string, string> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

/** Where staff see a client's PDF in place: a frame may show a file of ours, and nothing else. */
const framing: Record<string, string> = {
  'staff-claims': `${securityHeaders['content-security-policy']}; frame-src 'self'`,
}
/** A file that may be framed by a page of ours; in itself it may do nothing. */
export const framedFileHeaders: Record<string, string> = {
  'content-security-policy':
    "default-src 'none'; object-src 'self'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
}

/**
 * A drawing of ours carries its colours by day and by night; it runs nothing and asks for nothing.
 * Some browsers hold a picture to the policy it came with.
 */
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'"

/** What stands on every answer. */
export const standingHeaders = (production: boolean): Record<string, string> => ({
  ...securityHeaders,
  ...(production ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
})

/** Answers from memory; what is not a page of ours is the 404 page. */
export function serveSite(app: FastifyInstance, site: Site): void {
  const named = `/${defaultLocale}`
  app.get(named, (request, reply) => reply.redirect(`/${request.url.slice(named.length)}`, 308))
  app.get(`${named}/*`, (request, reply) =>
    reply.redirect(`/${request.url.slice(named.length + 1).replace(/^[/\\]+/, '')}`, 308),
  )
  app.setNotFoundHandler((request, reply) => answer(site, request, reply))
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
  const { status, headers, body } = heldAnswer(
    held,
    request.headers['accept-encoding'],
    request.headers['if-none-match'],
  )
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

/** An answer made ahead: `body` is null where nothing has changed for whoever asks. */
export type HeldAnswer = { status: 200 | 304; headers: Record<string, string>; body: Buffer | null }
type Forms = Record<'br' | 'gzip' | 'plain' | 'same', HeldAnswer>
const made = new WeakMap<Held, Forms>()

/**
 * What is held, in the form the browser takes: brotli, gzip, as it is, or the word that it has not
 * changed.
 */
export function heldAnswer(
  held: Held,
  encodings: string | undefined,
  etag: string | undefined,
): HeldAnswer {
  const forms = made.get(held) ?? formsOf(held)
  made.set(held, forms)
  if (etag === held.etag) return forms.same
  if (encodings === undefined) return forms.plain
  return takesBrotli.test(encodings)
    ? forms.br
    : takesGzip.test(encodings)
      ? forms.gzip
      : forms.plain
}

/** Named, and not with the weight of nothing: `br;q=0` is a refusal (RFC 9110, 12.5.3). */
const takes = (coding: string) =>
  new RegExp(`(?:^|,)\\s*${coding}\\s*(?!;\\s*q=0(?:\\.0*)?\\s*(?:,|$))(?:;[^,]*)?(?:,|$)`, 'i')
const takesBrotli = takes('br')
const takesGzip = takes('gzip')

function formsOf(held: Held): Forms {
  const policy = held.page
    ? framing[held.page]
    : held.type === 'image/svg+xml'
      ? drawingPolicy
      : undefined
  const common = {
    'content-type': held.type,
    vary: 'accept-encoding',
    etag: held.etag,
    'cache-control': held.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(held.page ? { 'speculation-rules': '"/speculation-rules.json"' } : {}),
    ...(policy ? { 'content-security-policy': policy } : {}),
  }
  const form = (body: Buffer, encoding?: string): HeldAnswer => ({
    status: 200,
    headers: {
      ...common,
      ...(encoding ? { 'content-encoding': encoding } : {}),
      'content-length': String(body.length),
    },
    body,
  })
  const plain = form(held.bytes)
  const gzip = held.gzBytes ? form(held.gzBytes, 'gzip') : plain
  return {
    plain,
    gzip,
    br: held.brBytes ? form(held.brBytes, 'br') : gzip,
    same: { status: 304, headers: common, body: null },
  }
}

/** A detail page has exactly one part below its folder. */
const isBelow = (path: string, folder: string) =>
  path.startsWith(folder) && /^[^/]+\/?$/.test(path.slice(folder.length))

/**
 * Whether the query has all that the page was made with; anything else in it (a campaign's mark)
 * changes nothing.
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
  notFoundPage(site, request.url, reply, true)

/**
 * `path` is what the page repeats: the path of an unknown address, or the whole address when a
 * route's rule failed.
 */
export function notFoundPage(site: Site, path: string, reply: FastifyReply, rule = false) {
  const locale = localeOfPath(path)
  return reply
    .code(404)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(site.render('not-found', locale, { path, rule }))
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
