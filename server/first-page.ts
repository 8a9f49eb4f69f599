import type { FastifyInstance } from 'fastify'
import { pathOf } from '#contract/pages.ts'
import { firstPageMs } from '#domain/lifetimes.ts'
import { defaultLocale, locales } from '#domain/locale.ts'
import type { Deps } from './deps.ts'
import { homePlansOn } from './home/calculate.ts'
import { heldPage } from './http/held-page.ts'
import { restAfterMs, type Site } from './http/site.ts'
import { issueTimes } from './ogpo/issue.ts'

/** After a failure, ms. */
const tryAgainMs = 60_000

/**
 * The first page with what only the server knows: how long policies took, what Home costs. Made
 * anew once an hour and put in the place of the build's, which answers until then and whenever it
 * cannot be made.
 */
export function keepFirstPage(app: FastifyInstance, deps: Deps, site: Site): void {
  if (!site.held.has(pathOf('index', defaultLocale))) return
  let timer: NodeJS.Timeout | undefined
  let closed = false
  const make = async (): Promise<void> => {
    let next = firstPageMs
    try {
      const figures = await firstPageFigures(deps)
      for (const locale of locales)
        site.held.set(pathOf('index', locale), await heldPage(site, 'index', locale, figures))
    } catch (cause) {
      next = tryAgainMs
      if (!closed) deps.log.warn({ err: cause }, 'the first page keeps its old figures')
    }
    if (!closed) timer = setTimeout(() => void make(), next).unref()
  }
  // It holds the thread for a moment: whoever waited for the start is answered first.
  app.addHook('onReady', async () => {
    timer = setTimeout(() => void make(), restAfterMs).unref()
  })
  app.addHook('onClose', async () => {
    closed = true
    clearTimeout(timer)
  })
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
