import type { FastifyInstance } from 'fastify'
import { routesOf } from '#contract/pages.ts'
import { almatyClock } from '#domain/calendar.ts'
import type { Deps } from '../deps.ts'
import { askedFrom } from '../http/address.ts'
import type { Site } from '../http/site.ts'
import { platesOf } from '../policies/check-address.ts'
import { readsOf } from '../products/products.ts'

/**
 * The public check of a policy by number or QR code: what a traffic officer may see and nothing of
 * any person.
 */
export function mountPolicyCheck(app: FastifyInstance, deps: Deps, site: Site): void {
  for (const { locale, route } of routesOf('policy-check'))
    app.get<{ Params: { number: string }; Querystring: { t?: string } }>(
      route,
      async (request, reply) => {
        const number = request.params.number.trim().toUpperCase().slice(0, 20)
        const claims = request.query.t ? await deps.signer.verify(String(request.query.t)) : null
        // Whoever holds the document has its code; numbers tried one after another are counted.
        if (claims?.n !== number) await deps.limits.count('checksPerAddress', askedFrom(request))
        const policy = await deps.db
          .selectFrom('policies')
          .selectAll()
          .where('global_id', '=', number)
          .executeTakeFirst()
        const checkedAt = almatyMinute(deps.clock.now())
        const data = policy
          ? {
              found: true,
              product: readsOf(policy.kind).title[locale],
              number: policy.global_id,
              plates: platesOf(policy.facts),
              start: policy.start_date,
              end: policy.end_date,
              state: stateOn(policy, deps.clock.today()),
              signed: claims?.n === policy.global_id,
              checkedAt,
            }
          : {
              found: false,
              product: '',
              number,
              plates: [],
              start: '',
              end: '',
              state: 'ended' as const,
              signed: false,
              checkedAt,
            }
        return reply
          .code(policy ? 200 : 404)
          .type('text/html; charset=utf-8')
          .header('cache-control', 'no-store')
          .header('x-robots-tag', 'noindex')
          .send(
            site.render('policy-check', locale, {
              ...data,
              params: { number: policy?.global_id ?? (number || '-') },
            }),
          )
      },
    )
}

function stateOn(
  policy: { kind: string; state: string; start_date: string; end_date: string },
  today: string,
): 'valid' | 'not_yet' | 'ended' | 'terminated' {
  if (policy.state === 'terminated' || policy.state === 'cancelled' || policy.state === 'replaced')
    return 'terminated'
  // Some cover begins at its minute, not with the day.
  if (
    today < policy.start_date ||
    (policy.state === 'pending' && readsOf(policy.kind).beginsAtMinute)
  )
    return 'not_yet'
  return today > policy.end_date ? 'ended' : 'valid'
}

/** `2026-11-21 14:32` in Almaty. */
const almatyMinute = (at: Date): string => almatyClock(at).slice(0, 16).replace('T', ' ')
