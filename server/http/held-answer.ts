import type { IncomingHttpHeaders } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { z } from 'zod'
import { defaultLocale, isLocale, type Locale, localeOfTag } from '#domain/locale.ts'
import { readIn } from '#texts/read-in.ts'
import { drawingPolicy, framing } from './site-headers.ts'

export const SiteFile = z.object({
  file: z.string(),
  type: z.string(),
  etag: z.string(),
  br: z.string().optional(),
  gz: z.string().optional(),
  immutable: z.boolean(),
  page: z.string().optional(),
  query: z.record(z.string(), z.string()).optional(),
})
export type Held = z.infer<typeof SiteFile> & {
  bytes: Buffer
  brBytes?: Buffer | undefined
  gzBytes?: Buffer | undefined
}

/** A prepared answer: `body` is null if nothing changed for this caller. */
export type HeldAnswer = { status: 200 | 304; headers: Record<string, string>; body: Buffer | null }
type Forms = Record<'br' | 'gzip' | 'plain' | 'same', HeldAnswer>
const made = new WeakMap<Held, Forms>()

/**
 * Returns held content in the form the browser accepts: brotli, gzip, plain, or not modified. A
 * page of a bare address offers another language to its speakers.
 */
export function heldAnswer(
  held: Held,
  {
    'accept-encoding': encodings,
    'if-none-match': etag,
    ...asked
  }: Omit<IncomingHttpHeaders, 'accept-encoding'> & { 'accept-encoding'?: string | undefined } = {},
): HeldAnswer {
  const other = held.page ? otherLanguage(asked) : undefined
  const shown = other ? offering(held, other) : held
  const forms = made.get(shown) ?? formsOf(shown)
  made.set(shown, forms)
  if (etag === shown.etag) return forms.same
  if (encodings === undefined) return forms.plain
  return takesBrotli.test(encodings)
    ? forms.br
    : takesGzip.test(encodings)
      ? forms.gzip
      : forms.plain
}

/** Returns the chosen language, or the browser's, if it differs from that of bare addresses. */
export function otherLanguage({
  cookie,
  'accept-language': wish = '',
}: Pick<IncomingHttpHeaders, 'cookie' | 'accept-language'>): Locale | undefined {
  const chosen = /(?:^|;\s*)lang=(\w+)/.exec(cookie ?? '')?.[1]
  const locale = isLocale(chosen) ? chosen : localeOfTag(wish)
  return locale === defaultLocale ? undefined : locale
}

/**
 * Adds a line under the page's head that offers this language; returns a page without a place for
 * it unchanged. The server adds it, because a script adding it later would shift the page.
 */
export function offers(html: string, locale: Locale): string {
  const place = html.indexOf('<main data-offers')
  const link = new RegExp(`<a href="[^"]*"[^>]* data-lang="${locale}"`).exec(html)?.[0]
  return place < 0 || !link
    ? html
    : `${html.slice(0, place)}<aside>${link}>${readIn[locale]}</a></aside>${html.slice(place)}`
}

const offered = new WeakMap<Held, Map<Locale, Held>>()
/** Made on first use: compressed at a middle level, which takes milliseconds. */
function offering(held: Held, locale: Locale): Held {
  const known = offered.get(held) ?? new Map<Locale, Held>()
  offered.set(held, known)
  const before = known.get(locale)
  if (before) return before
  const html = String(held.bytes)
  const other = offers(html, locale)
  const bytes = Buffer.from(other)
  const variant: Held =
    other === html
      ? held
      : {
          ...held,
          etag: held.etag.replace(/"$/, `-${locale}"`),
          bytes,
          brBytes: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
          gzBytes: gzipSync(bytes),
        }
  known.set(locale, variant)
  return variant
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
    vary: held.page ? 'accept-encoding, accept-language, cookie' : 'accept-encoding',
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
  const { bytes, gzBytes, brBytes } = held
  const plain = form(bytes)
  const gzip = gzBytes ? form(gzBytes, 'gzip') : plain
  return {
    plain,
    gzip,
    br: brBytes ? form(brBytes, 'br') : gzip,
    same: { status: 304, headers: common, body: null },
  }
}
