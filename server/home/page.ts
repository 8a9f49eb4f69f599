import type { FastifyInstance } from 'fastify'
import { routesOf } from '#contract/pages.ts'
import type { Deps } from '../deps.ts'
import { type Held, heldAnswer } from '../http/held-answer.ts'
import type { Site } from '../http/site.ts'
import { heldPage } from '../http/site.ts'
import { homePlansOn, shownPlan } from './calculate.ts'

/**
 * Pages that show the plans before sign-in, with today's prices, read for each request. Renders and
 * compresses a page once per content.
 */
export function mountHomePages(app: FastifyInstance, deps: Deps, site: Site): void {
  for (const name of ['egov-home', 'egov-home-calculator'] as const)
    for (const { locale, route } of routesOf(name)) {
      const made = { of: '', pages: new Map<number, Held>() }
      app.get<{ Querystring: { plan?: unknown } }>(route, async (request, reply) => {
        const plans = (await homePlansOn(deps.db, deps.clock.today())).map((plan) =>
          shownPlan(plan, locale),
        )
        // Other prices: nothing that was made before holds.
        const of = JSON.stringify(plans)
        if (made.of !== of) {
          made.of = of
          made.pages = new Map()
        }
        const { pages } = made
        const asked = plans.find(({ id }) => String(id) === request.query.plan)
        const plan = (asked ?? plans[0])?.id ?? 0
        const held = pages.get(plan) ?? (await heldPage(site, name, locale, { plans, plan }))
        pages.set(plan, held)
        const { status, headers, body } = heldAnswer(held, request.headers)
        reply.code(status).headers(headers)
        return body ? reply.send(body) : reply.send()
      })
    }
}
