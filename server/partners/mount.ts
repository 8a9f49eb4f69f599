import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type PageName, pathOf, prefixOf, routesOf } from '#contract/pages.ts'
import { addMs, partnerVisitMs } from '#domain/lifetimes.ts'
import { type Locale, locales } from '#domain/locale.ts'
import { columnsOf } from '#domain/locale-columns.ts'
import { type PartnerData, type PartnerProblem, partnerProblems } from '#domain/partner.ts'
import { type LinkProblem, readLink } from '#systems/partner/client.ts'
import type { Deps } from '../deps.ts'
import { askedFrom } from '../http/address.ts'
import { cookieOf } from '../http/browser.ts'
import { randomKey } from '../http/create-token.ts'
import { tokenHash } from '../http/identity.ts'
import { HttpError } from '../http/refuse.ts'
import { notFoundPage, type Site } from '../http/site.ts'
import {
  knownPartner,
  mayReturnTo,
  type Partner,
  partnerOf,
  secretOf,
  themeCss,
} from './partners.ts'

/**
 * The client's way back to the visit from the same browser: no script reads it, no other address
 * gets it.
 */
const VISIT_COOKIE = 'partner_visit'
const pages = ['partner-ogpo', 'partner-ogpo-login', 'partner-ogpo-result'] as const
type Asked = FastifyRequest<{ Params: { partner: string } }>

/**
 * Mounts the pages of every partner, in both languages, and the partner's style sheet. A link opens
 * once; then the browser's visit continues.
 */
export function mountPartner(app: FastifyInstance, deps: Deps, site: Site): void {
  mountTheme(app, deps, site)
  mountPages(app, deps, site)
  mountErrorPage(app, deps, site)
}

function mountTheme(app: FastifyInstance, deps: Deps, site: Site): void {
  app.get<{ Params: { file: string } }>('/partners/:file', async (request, reply) => {
    const code = /^([a-z0-9-]+)\.css$/.exec(request.params.file)?.[1]
    // A sale remains visible in its partner's theme after the partner's end.
    const partner = code ? await knownPartner(deps.db, code) : undefined
    if (!partner) return notFoundPage(site, request.url, reply)
    return reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(themeCss(partner))
  })
}

function mountPages(app: FastifyInstance, deps: Deps, site: Site): void {
  for (const name of pages)
    for (const { locale, route } of routesOf(name))
      app.get<{ Params: { partner: string } }>(
        route,
        { exposeHeadRoute: false },
        async (request: Asked, reply) => {
          const { partner: code } = request.params
          const partner =
            name === 'partner-ogpo-result'
              ? await knownPartner(deps.db, code)
              : await partnerOf(deps.db, code, deps.clock.today())
          if (!partner) return notFoundPage(site, request.url, reply)
          const query = new URL(request.url, deps.config.publicUrl).searchParams
          if (name === 'partner-ogpo' && query.has('sig'))
            return opened(deps, request, reply, { partner, query, locale })
          const visit = await visitOf(deps, request, partner)
          // A holder of an order's key sees its state.
          if (!visit && name !== 'partner-ogpo-result')
            return toError(reply, partner, locale, 'link')
          return shown(site, reply, name, locale, dataOf(partner, visit))
        },
      )
}

function mountErrorPage(app: FastifyInstance, deps: Deps, site: Site): void {
  for (const { locale, route } of routesOf('partner-ogpo-result-error'))
    app.get<{ Params: { partner: string }; Querystring: { problem?: string } }>(
      route,
      async (request, reply) => {
        const partner = await partnerOf(deps.db, request.params.partner, deps.clock.today())
        if (!partner) return notFoundPage(site, request.url, reply)
        const problem = partnerProblems.find((one) => one === request.query.problem) ?? 'link'
        return shown(site, reply, 'partner-ogpo-result-error', locale, {
          ...dataOf(partner, await visitOf(deps, request, partner)),
          problem,
        })
      },
    )
}

const addressOf = (name: PageName, { code }: Partner, locale: Locale) =>
  pathOf(name, locale, { partner: code })

const dataOf = (partner: Partner, visit: PartnerData['visit']): PartnerData => ({
  params: { partner: partner.code },
  partner: { code: partner.code, name: columnsOf(partner, 'name') },
  visit,
})

/** Opens a link, once, and continues as the visit of this browser. */
async function opened(
  deps: Deps,
  request: Asked,
  reply: FastifyReply,
  of: { partner: Partner; query: URLSearchParams; locale: Locale },
) {
  const { partner, locale } = of
  // Before anything is waited for: a caller who leaves meanwhile has no address any more.
  const address = askedFrom(request)
  try {
    const begun = await deps.limits.attempt(
      ['partnerLinksPerAddress', address],
      () => visitBegun(deps, of),
      // An expired or already used link of the partner's own is no guess.
      (known) => known !== 'link',
    )
    if (typeof begun === 'string') return toError(reply, partner, locale, begun)
    return toVisit(deps, reply, { partner, locale, key: begun.key })
  } catch (cause) {
    if (cause instanceof HttpError && cause.status === 429)
      return toError(reply, partner, locale, 'failed')
    throw cause
  }
}

/** The key of the visit that a link begins, or why it begins none. */
async function visitBegun(
  deps: Deps,
  of: { partner: Partner; query: URLSearchParams },
): Promise<{ key: string } | PartnerProblem> {
  const { partner } = of
  const now = deps.clock.now()
  const secret = secretOf(deps.config, partner)
  if (!secret)
    deps.log.error({ partner: partner.code }, 'no secret of this partner in the configuration')
  const link: ReturnType<typeof readLink> | LinkProblem = secret
    ? readLink(partner.code, of.query, secret, now)
    : 'link'
  if (typeof link === 'string') return link
  if (link.returnUrl && !mayReturnTo(deps.config, partner, link.returnUrl)) return 'link'
  const key = randomKey()
  const visit = await deps.db
    .insertInto('partner_visits')
    .values({
      partner: partner.code,
      nonce: link.nonce,
      key: tokenHash(key),
      iin: link.iin,
      phone: link.phone,
      return_url: link.returnUrl,
      reference: link.reference,
      created_at: now,
      expires_at: addMs(now, partnerVisitMs),
    })
    .onConflict((conflict) => conflict.columns(['partner', 'nonce']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return visit ? { key } : 'used'
}

function toVisit(
  deps: Deps,
  reply: FastifyReply,
  { partner, locale, key }: { partner: Partner; locale: Locale; key: string },
) {
  const secure = deps.config.publicUrl.startsWith('https:') ? '; Secure' : ''
  for (const prefix of locales.map(prefixOf))
    reply.header(
      'set-cookie',
      `${VISIT_COOKIE}=${key}; Path=${prefix}/internal/${partner.code}/partner; Max-Age=${partnerVisitMs / 1_000}; HttpOnly; SameSite=Lax${secure}`,
    )
  return reply
    .header('cache-control', 'no-store')
    .redirect(addressOf('partner-ogpo-login', partner, locale), 303)
}

/** Returns what this browser's visit of the partner contains about the client. */
async function visitOf(
  deps: Deps,
  request: FastifyRequest,
  partner: Partner,
): Promise<NonNullable<PartnerData['visit']> | null> {
  const key = cookieOf(request, VISIT_COOKIE)
  const row = key
    ? await deps.db
        .selectFrom('partner_visits')
        .select(['iin', 'phone', 'return_url'])
        .where('key', '=', tokenHash(key))
        .where('partner', '=', partner.code)
        .where('expires_at', '>', deps.clock.now())
        .executeTakeFirst()
    : undefined
  return row && key
    ? { key, iin: row.iin ?? '', phone: row.phone ?? '', back: row.return_url }
    : null
}

const shown = (site: Site, reply: FastifyReply, name: string, locale: Locale, data: PartnerData) =>
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(site.render(name, locale, data))

const toError = (reply: FastifyReply, partner: Partner, locale: Locale, problem: PartnerProblem) =>
  reply
    .header('cache-control', 'no-store')
    .redirect(`${addressOf('partner-ogpo-result-error', partner, locale)}?problem=${problem}`, 303)
