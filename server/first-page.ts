import type { FastifyInstance } from 'fastify'
import { pathOf } from '#contract/pages.ts'
import { firstPageMs } from '#domain/lifetimes.ts'
import { defaultLocale, locales } from '#domain/locale.ts'
import { decisionDays } from './claims/decision-days.ts'
import type { Deps } from './deps.ts'
import { homePlansOn } from './home/calculate.ts'
import { heldPage, restAfterMs, type Site } from './http/site.ts'
import { issuedAtOnce, issueTimes } from './ogpo/issue.ts'

/** After a failure, and until every figure is there: a new house sells its first policies. */
const tryAgainMs = 60_000

/** Pages with figures the server measured about itself. */
const companyPages = ['founders', 'managers'] as const

/**
 * Renders the first page with what only the server knows, issue times and Home's price, and the
 * company's pages with our quality figures. Once an hour replaces the build's pages, which answer
 * until then and whenever rendering fails.
 */
export function keepFirstPage(app: FastifyInstance, deps: Deps, site: Site): void {
  if (!site.held.has(pathOf('index', defaultLocale))) return
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let shown = ''
  const make = async (): Promise<void> => {
    let next = firstPageMs
    try {
      const figures = await firstPageFigures(deps)
      const company = { figures: await companyFigures(deps, figures.issue?.median ?? null) }
      const measured = { ...figures, company }
      next = lookAgainMs(company.figures)
      if (JSON.stringify(measured) === shown) return
      for (const locale of locales) {
        site.held.set(pathOf('index', locale), await heldPage(site, 'index', locale, figures))
        for (const name of companyPages)
          site.held.set(pathOf(name, locale), await heldPage(site, name, locale, company))
      }
      shown = JSON.stringify(measured)
    } catch (cause) {
      next = tryAgainMs
      if (!closed) deps.log.warn({ err: cause }, 'pages keep their old figures')
    } finally {
      if (!closed) timer = setTimeout(() => void make(), next).unref()
    }
  }
  // It blocks the thread for a moment: requests that waited for the start go first.
  app.addHook('onReady', async () => {
    timer = setTimeout(() => void make(), restAfterMs).unref()
  })
  app.addHook('onClose', async () => {
    closed = true
    clearTimeout(timer)
  })
}

/** How long pages cache their figures, ms: a missing one is read again soon. */
export const lookAgainMs = (figures: Record<string, number | null>): number =>
  Object.values(figures).includes(null) ? tryAgainMs : firstPageMs

/** Returns the page's input: `HomeFigures` of web/pages/index/figures.ts. */
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

/** Returns the input of the company's pages: `CompanyFigures` of web/company/figures.ts. */
export async function companyFigures(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  issue: number | null,
) {
  const [atOnce, claims] = await Promise.all([
    issuedAtOnce(db, clock.now()),
    decisionDays(db, clock.today()),
  ])
  return { issue, atOnce, claims }
}
