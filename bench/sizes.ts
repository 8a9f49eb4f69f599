import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const Manifest = z.object({
  paths: z.record(
    z.string(),
    z.object({ file: z.string(), br: z.string().optional(), page: z.string().optional() }),
  ),
})
const dist = join(import.meta.dirname, '..', 'dist')

/**
 * What a first visit loads, compressed, without the font: the page, its style sheets and scripts.
 */
export async function sizesBench() {
  const { paths } = Manifest.parse(JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')))
  const bytes = (address: string) => {
    const file = paths[address]
    return file ? statSync(join(dist, file.br ?? file.file)).size : 0
  }
  return Object.entries(paths)
    .filter(([, file]) => file.page)
    .map(([address, file]) => {
      const html = readFileSync(join(dist, file.file), 'utf8')
      const linked = [
        ...new Set(
          [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+\.(?:css|js))"/g)].map(
            (found) => found[1] ?? '',
          ),
        ),
      ]
      const scripts = linked
        .filter((path) => path.endsWith('.js'))
        .reduce((sum, path) => sum + bytes(path), 0)
      const all = bytes(address) + linked.reduce((sum, path) => sum + bytes(path), 0)
      return {
        name: `first load of ${address}`,
        ratio: null,
        goal: scripts > 3_000 ? '≤ 80 KB' : '≤ 15 KB',
        detail: `${(all / 1_024).toFixed(1)} KB brotli, scripts ${(scripts / 1_024).toFixed(1)} KB`,
      }
    })
}
