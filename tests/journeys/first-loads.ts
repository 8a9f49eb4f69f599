import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { z } from 'zod'
import { locales } from '#domain/locale.ts'
import { pageNames, pages } from '#web/pages.ts'

const Manifest = z.object({
  paths: z.record(
    z.string(),
    z.object({ file: z.string(), br: z.string().optional(), page: z.string().optional() }),
  ),
})
const dist = join(import.meta.dirname, '..', '..', 'dist')

/**
 * KB of a first load: of a page of HTML alone, of one that somebody buys on, and of one that people
 * come back to (cabinet, claims, portal, desks, reports).
 */
const limits = { read: 15, bought: 80, returning: 150 } as const
const returning = new Set(['account', 'claim', 'claim-new', 'claim-check', 'not-me'])

/** The limit of a page, KB. */
function limitOf(name: string): number {
  const row = pageNames.find((one) => one === name)
  if (!row || !pages[row].interactive) return limits.read
  const { layout } = pages[row]
  const isReturning = layout === 'desk' || layout === 'promoter' || returning.has(name)
  return isReturning ? limits.returning : limits.bought
}

/** What pages made for each request show; the rest of their data does not change what they load. */
const partner = {
  params: { partner: 'freedom' },
  partner: { code: 'freedom', name: { kz: 'Freedom SuperApp', ru: 'Freedom SuperApp' } },
  visit: { key: 'k', iin: '850315399904', phone: '77010000001', back: 'https://app.example/x' },
}
const plan = {
  id: 1,
  name: 'Start',
  insurance_amount: 5_000_000,
  interior_finishing: 1,
  neighbour_compensation: 1,
  price_per_month: 1_490,
}
const asked: Record<string, Record<string, unknown>> = {
  adddrivers: { params: { id: '0' } },
  'egov-callback': { problem: 'denied', back: null },
  'egov-home-calculator': { plans: [plan], plan: 1 },
  'partner-ogpo': partner,
  'partner-ogpo-login': partner,
  'partner-ogpo-result': partner,
}

export type FirstLoad = {
  address: string
  hydrated: boolean
  limit: number
  all: number
  scripts: number
}

/**
 * What a first visit of each page loads, compressed, without the font: the page, its style sheets
 * and scripts, in bytes. Pages with React that are made for each request are made of examples.
 */
export async function firstLoads(): Promise<FirstLoad[]> {
  const { paths } = Manifest.parse(JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')))
  const bytes = (address: string) => {
    const file = paths[address]
    return file ? statSync(join(dist, file.br ?? file.file)).size : 0
  }
  const loadOf = (address: string, page: string, html: string, size: number): FirstLoad => {
    const linked = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+\.(?:css|js))"/g)]
    const sum = (files: Iterable<string>) => [...files].reduce((all, path) => all + bytes(path), 0)
    const files = new Set(linked.map(([, path = '']) => path))
    return {
      address,
      hydrated: pageNames.some((name) => name === page && pages[name].interactive),
      limit: limitOf(page),
      all: size + sum(files),
      scripts: sum([...files].filter((path) => path.endsWith('.js'))),
    }
  }
  const built = Object.entries(paths).flatMap(([address, { file, page }]) =>
    page ? [loadOf(address, page, readFileSync(join(dist, file), 'utf8'), bytes(address))] : [],
  )
  const { render }: typeof import('virtual:server-entry') = await import(
    pathToFileURL(join(dist, 'server/render.js')).href
  )
  const perRequest = pageNames
    .filter((name) => pages[name].made === 'per-request' && pages[name].interactive)
    .flatMap((name) =>
      locales.map((locale) => {
        const html = render(name, locale, asked[name])
        return loadOf(`${name} in ${locale}`, name, html, brotliCompressSync(html).length)
      }),
    )
  return [...built, ...perRequest]
}

export async function sizesBench() {
  return (await firstLoads()).map(({ address, limit, all, scripts }) => ({
    name: `first load of ${address}`,
    ratio: null,
    goal: `≤ ${limit} KB`,
    detail: `${(all / 1_024).toFixed(1)} KB brotli, scripts ${(scripts / 1_024).toFixed(1)} KB`,
  }))
}
