import { z } from 'zod'
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
