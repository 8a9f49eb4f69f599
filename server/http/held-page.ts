import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { PageName } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import type { Held } from './held-answer.ts'
import type { Site } from './site.ts'

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
