import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Locale } from '#brand'

const SiteFile = z.object({
  file: z.string(),
  type: z.string(),
  etag: z.string(),
  br: z.string().optional(),
  gz: z.string().optional(),
  immutable: z.boolean(),
})
const Manifest = z.object({ id: z.string(), paths: z.record(z.string(), SiteFile) })
const Renderer = z.object({
  render: z.custom<(name: string, locale: Locale, data: Record<string, unknown>) => string>((value) => typeof value === 'function'),
})

type Held = z.infer<typeof SiteFile> & { bytes: Buffer; brBytes?: Buffer; gzBytes?: Buffer }
export type Site = { id: string; held: Map<string, Held>; render: (name: string, locale: Locale, data: Record<string, unknown>) => string }

/** Loads the built pages and files into memory, compressed as the build left them. */
export async function loadSite(folder: string): Promise<Site> {
  const path = join(folder, 'manifest.json')
  if (!existsSync(path)) throw new Error('The pages are not built: run npm run build')
  const manifest = Manifest.parse(JSON.parse(readFileSync(path, 'utf8')))
  const read = (file: string) => readFileSync(join(folder, file))
  const held = new Map(
    Object.entries(manifest.paths).map(([address, file]): [string, Held] => [
      address,
      { ...file, bytes: read(file.file), ...(file.br ? { brBytes: read(file.br) } : {}), ...(file.gz ? { gzBytes: read(file.gz) } : {}) },
    ]),
  )
  const { render } = Renderer.parse(await import(pathToFileURL(join(folder, 'server', 'render.js')).href))
  return { id: manifest.id, held, render }
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

/** Answers from memory; what is not a page of ours is the 404 page. */
export function serveSite(app: FastifyInstance, site: Site): void {
  app.get('/kz', (_request, reply) => reply.redirect('/', 308))
  app.get('/kz/*', (request, reply) => reply.redirect(`/${request.url.slice('/kz/'.length).replace(/^[/\\]+/, '')}`, 308))
  app.setNotFoundHandler((request, reply) => answer(site, request, reply))
}

function answer(site: Site, request: FastifyRequest, reply: FastifyReply) {
  const path = decoded(request.url.split('?')[0] ?? '/')
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return reply.code(path.startsWith('/api/') ? 404 : 405).send({ success: false, message: 'Not found' })
  const held = site.held.get(path.length > 1 ? path.replace(/\/$/, '') : path)
  if (!held) return notFoundPage(site, path, reply)
  reply.header('content-type', held.type).header('vary', 'accept-encoding').header('etag', held.etag)
  reply.header('cache-control', held.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  if (request.headers['if-none-match'] === held.etag) return reply.code(304).send()
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (held.brBytes && /\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(held.brBytes)
  if (held.gzBytes && /\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(held.gzBytes)
  return reply.send(held.bytes)
}

export function notFoundPage(site: Site, path: string, reply: FastifyReply) {
  const locale: Locale = path === '/ru' || path.startsWith('/ru/') ? 'ru' : 'kz'
  return reply
    .code(404)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(site.render('not-found', locale, { path }))
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
