import type { FastifyInstance } from 'fastify'
import { routesOf } from '#contract/pages.ts'
import { authTokenCookie } from '#domain/constants.ts'
import { isUuid } from '#domain/uuid.ts'
import type { Deps } from '../deps.ts'
import { identify } from '../http/identity.ts'
import { notFoundPage, type Site } from '../http/site.ts'

/**
 * The page of adding drivers: a shell without personal data. Serves it to a signed-in caller for
 * their own policy in force alone, by its calc_id, else 404. A visitor gets the shell, whose guard
 * leads to the sign-in and back. The cookie only identifies the viewer.
 */
export function mountAddDriversPage(app: FastifyInstance, deps: Deps, site: Site): void {
  for (const { locale, route } of routesOf('adddrivers'))
    app.get<{ Params: { id: string } }>(route, async (request, reply) => {
      const { id } = request.params
      const me = await identify(deps.db, bearerIn(request.headers.cookie), deps.clock.now())
      if (!isUuid(id) || (me && (me.kind !== 'user' || !(await mayTakeDrivers(deps, id, me.iin)))))
        return notFoundPage(site, request.url, reply, { rule: true })
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(site.render('adddrivers', locale, { params: { id } }))
    })
}

async function mayTakeDrivers({ db, clock }: Deps, calcId: string, iin: string): Promise<boolean> {
  const policy = await db
    .selectFrom('policies')
    .innerJoin('orders', 'orders.id', 'policies.order_id')
    .leftJoin('policy_endings', (join) =>
      join
        .onRef('policy_endings.policy_id', '=', 'policies.id')
        .on('policy_endings.state', '=', 'accepted'),
    )
    .select('policies.id')
    .where('orders.calculation_id', '=', calcId)
    .where('policies.policyholder_iin', '=', iin)
    .where('policies.state', 'in', ['pending', 'active'])
    .where('policies.end_date', '>=', clock.today())
    .where('policy_endings.id', 'is', null)
    .executeTakeFirst()
  return policy !== undefined
}

/** Returns the session's cookie as the header it replaces. */
function bearerIn(cookies: string | undefined): string | undefined {
  const value = cookies
    ?.split('; ')
    .find((one) => one.startsWith(`${authTokenCookie}=`))
    ?.slice(authTokenCookie.length + 1)
  try {
    return value && decodeURIComponent(value)
  } catch {
    return undefined
  }
}
