import type { FastifyInstance } from 'fastify'
import { routesOf } from '#contract/pages.ts'
import type { Deps } from '../deps.ts'
import type { Site } from '../http/site.ts'
import { homePlansOn, shownPlan } from './plans.ts'

/**
 * The first page of the Home flow: its prices are today's rows, so it is made for each request and
 * needs no call.
 */
export function mountHomePage(app: FastifyInstance, deps: Deps, site: Site): void {
  for (const { locale, route } of routesOf('egov-home'))
    app.get(route, async (_request, reply) => {
      const plans = (await homePlansOn(deps.db, deps.clock.today())).map((plan) =>
        shownPlan(plan, locale),
      )
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(site.render('egov-home', locale, { plans }))
    })
}
