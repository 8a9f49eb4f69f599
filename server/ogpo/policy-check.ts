import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { pathOf, routesOf } from '#contract/pages.ts'
import { almatyClock } from '#domain/calendar.ts'
import type { Locale } from '#domain/locale.ts'
import { KeptText } from '#domain/localized-text.ts'
import { type PolicyQuery, policyQuery } from '#domain/policy-query.ts'
import type { Policies } from '../db/rows.ts'
import type { Deps } from '../deps.ts'
import { askedFrom } from '../http/address.ts'
import { ownPage } from '../http/html-form.ts'
import type { Site } from '../http/site.ts'
import { platesOf } from '../policies/policies.ts'
import { readsOf } from '../products/products.ts'

/** The public part of a policy. */

/** Last characters of the number a plate's answer shows for a policy of several cars. */
const SHOWN_SIGNS = 4

type Policy = Selectable<Policies>

const Insured = z.object({ insurer: z.object({ name: KeptText }) })

/** A policy as the check shows it. */
const shown = (deps: Deps, policy: Policy, locale: Locale) => ({
  product: readsOf(policy.kind).title[locale],
  number: policy.global_id,
  insurer: Insured.parse(policy.facts).insurer.name[locale],
  plates: platesOf(policy.facts),
  start: policy.start_date,
  end: policy.end_date,
  state: stateOn(policy, deps.clock.today()),
})

const nothing = (number: string) => ({
  product: '',
  number,
  insurer: '',
  plates: [],
  start: '',
  end: '',
  state: 'ended' as const,
})

function stateOn(
  policy: Pick<Policy, 'kind' | 'state' | 'start_date' | 'end_date'>,
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

/** Policies of one plate: this year's and next year's; nobody needs more. */
const MOST = 3

/**
 * The public check of a policy: what a traffic officer may see and nothing of any person. By the
 * number or the QR code every policy of ours, by the plate those in force or still to begin
 * (decision 188).
 */
export function mountPolicyCheck(app: FastifyInstance, deps: Deps, site: Site): void {
  for (const { locale, route } of routesOf('policy-check'))
    app.get<{ Params: { number: string }; Querystring: { t?: string } }>(
      route,
      async (request, reply) => byNumber(deps, site, locale, request, ownPage(reply)),
    )
  for (const { locale, route } of routesOf('check'))
    app.get<{ Querystring: { q?: unknown } }>(route, async (request, reply) =>
      asked(deps, site, locale, request, ownPage(reply)),
    )
}

/** An answer about a policy is found by no search engine. */
const unlisted = (reply: FastifyReply): FastifyReply => reply.header('x-robots-tag', 'noindex')

type ByNumber = FastifyRequest<{ Params: { number: string }; Querystring: { t?: string } }>

async function byNumber(
  deps: Deps,
  site: Site,
  locale: Locale,
  request: ByNumber,
  reply: FastifyReply,
) {
  const number = request.params.number.trim().toUpperCase().slice(0, 20)
  const claims = request.query.t ? await deps.signer.verify(String(request.query.t)) : null
  // A holder of the document has its code; guessing numbers one after another is rate limited.
  if (claims?.n !== number) {
    const wait = await deps.limits.takeOrWait('checksPerAddress', askedFrom(request))
    if (wait !== null) return tooMany(deps, site, { locale, text: number, wait }, reply)
  }
  const policy = await deps.db
    .selectFrom('policies')
    .selectAll()
    .where('global_id', '=', number)
    .executeTakeFirst()
  const answer = policy ? shown(deps, policy, locale) : nothing(number)
  return unlisted(reply.code(policy ? 200 : 404)).send(
    site.render('policy-check', locale, {
      ...answer,
      found: policy !== undefined,
      signed: policy !== undefined && claims?.n === policy.global_id,
      checkedAt: almatyMinute(deps.clock.now()),
      params: { number: policy?.global_id ?? (number || '-') },
    }),
  )
}

/** The page with one field. Works without a script: the query is in the address. */
async function asked(
  deps: Deps,
  site: Site,
  locale: Locale,
  request: FastifyRequest<{ Querystring: { q?: unknown } }>,
  reply: FastifyReply,
) {
  const { q } = request.query
  const byPlate = deps.config.checkByPlate
  if (typeof q !== 'string')
    return reply.send(site.render('check', locale, { asked: '', problem: null, byPlate }))
  const text = q.trim().slice(0, 40)
  const problem = (name: 'empty' | 'form' | 'number') =>
    unlisted(reply.code(422)).send(
      site.render('check', locale, { asked: text, problem: name, byPlate }),
    )
  const query = policyQuery(text)
  if (!query) return problem(text === '' ? 'empty' : byPlate ? 'form' : 'number')
  if (query.by === 'number')
    return reply.redirect(pathOf('policy-check', locale, { number: query.number }), 303)
  if (!byPlate) return problem('number')
  const address = askedFrom(request)
  const wait = await deps.limits.takeInAll('plateChecksInAll', address, [
    ['plateChecksPerAddress', address],
  ])
  if (wait !== null) return tooMany(deps, site, { locale, text, wait }, reply)
  return unlisted(reply).send(
    site.render('check', locale, {
      asked: text,
      problem: null,
      byPlate,
      plate: query.plate,
      policies: await ofPlate(deps, query, locale),
      checkedAt: almatyMinute(deps.clock.now()),
    }),
  )
}

const tooMany = (
  deps: Deps,
  site: Site,
  { locale, text, wait }: { locale: Locale; text: string; wait: number },
  reply: FastifyReply,
): FastifyReply =>
  unlisted(reply.code(429).header('retry-after', wait)).send(
    site.render('check', locale, {
      asked: text,
      problem: 'tooMany',
      wait,
      byPlate: deps.config.checkByPlate,
    }),
  )

/**
 * Returns policies in force or still to begin. A plate without any gets the same answer if it is
 * unknown, sold elsewhere, or was insured here once. Hides the policy's other cars and the number
 * that would lead to them.
 */
async function ofPlate(
  deps: Deps,
  { plate }: Extract<PolicyQuery, { by: 'plate' }>,
  locale: Locale,
) {
  const found = await deps.db
    .selectFrom('policies')
    .selectAll()
    .where(sql<boolean>`(facts -> 'vehicles') @> ${JSON.stringify([{ plate }])}::jsonb`)
    .where('state', 'in', ['pending', 'active'])
    .where('end_date', '>=', deps.clock.today())
    .orderBy('start_date')
    .limit(MOST)
    .execute()
  return found.map((policy) => {
    const one = shown(deps, policy, locale)
    const alone = one.plates.length === 1
    return {
      ...one,
      plates: [plate],
      number: alone ? one.number : `•••• ${one.number.slice(-SHOWN_SIGNS)}`,
    }
  })
}

/** `2026-11-21 14:32` in Almaty. */
const almatyMinute = (at: Date): string => almatyClock(at).slice(0, 16).replace('T', ' ')
