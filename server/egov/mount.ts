import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { localeOfPath, type PageName, pathOf, routesOf } from '#contract/pages.ts'
import { authTokenCookie, savedPathCookie } from '#domain/constants.ts'
import { callbackPath, type SignInProblem, signInPath, signInProblems } from '#domain/egov.ts'
import { signInMs } from '#domain/lifetimes.ts'
import { defaultLocale, isLocale, type Locale } from '#domain/locale.ts'
import { ownPath } from '#domain/own-path.ts'
import type { Deps } from '../deps.ts'
import { askedFrom } from '../http/address.ts'
import { cookieOf } from '../http/browser.ts'
import { deviceName, preferredLocale } from '../http/context.ts'
import { randomKey } from '../http/create-token.ts'
import { HttpError } from '../http/refuse.ts'
import type { Site } from '../http/site.ts'
import { beginSignIn, finishSignIn } from './sign-in.ts'

/** Distinguishes browsers during a sign-in; sent to these two addresses only. */
const BROWSER_COOKIE = 'egov_idp'
const BROWSER_PATH = '/api/v1.0.0/egov/idp'
const ownPages: Record<string, PageName> = { accountant: 'claim-report', staff: 'kyc' }
type Query = Record<string, string | string[] | undefined>

/**
 * Mounts the start of a sign-in by the government's e-ID and its return page. The session travels
 * in a cookie of the answer, never in an address.
 */
export function mountEgov(app: FastifyInstance, deps: Deps, site: Site): void {
  mountStart(app, deps)
  mountReturn(app, deps, site)
}

const secureIn = ({ config }: Deps) => (config.publicUrl.startsWith('https:') ? '; Secure' : '')

/** Redirects to the page of the sign-in, with the error. */
const toPage = (
  reply: FastifyReply,
  of: { problem: SignInProblem; locale: Locale; path: string | null },
) => {
  const query = new URLSearchParams({
    problem: of.problem,
    ...(of.path ? { return: of.path } : {}),
  })
  return reply.redirect(`${pathOf('egov-callback', of.locale)}?${query}`, 303)
}

function mountStart(app: FastifyInstance, deps: Deps): void {
  const redirectUri = `${deps.config.publicUrl}${callbackPath}`
  app.get<{ Querystring: Query }>(
    signInPath,
    { exposeHeadRoute: false },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const path = ownPath(textOf(request.query.return))
      const locale = path
        ? localeOfPath(path)
        : isLocale(request.query.lang)
          ? request.query.lang
          : preferredLocale(request)
      try {
        await deps.limits.count('idpStartsPerAddress', askedFrom(request))
      } catch (cause) {
        if (cause instanceof HttpError && cause.status === 429)
          return toPage(reply, { problem: 'too_many', locale, path })
        throw cause
      }
      const known = cookieOf(request, BROWSER_COOKIE)
      const browser = known && /^[\w-]{20,64}$/.test(known) ? known : randomKey()
      const url = await beginSignIn(deps, { browser, path, locale, redirectUri })
      return reply
        .header(
          'set-cookie',
          `${BROWSER_COOKIE}=${browser}; Path=${BROWSER_PATH}; Max-Age=${signInMs / 1_000}; HttpOnly; SameSite=Lax${secureIn(deps)}`,
        )
        .redirect(url, 303)
    },
  )
}

function mountReturn(app: FastifyInstance, deps: Deps, site: Site): void {
  const show =
    (locale: Locale) => (request: FastifyRequest<{ Querystring: Query }>, reply: FastifyReply) => {
      const problem = signInProblems.find((one) => one === request.query.problem) ?? 'state'
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .send(
          site.render('egov-callback', locale, {
            problem,
            back: ownPath(textOf(request.query.return)),
          }),
        )
    }
  for (const { locale, route } of routesOf('egov-callback'))
    if (locale !== defaultLocale) app.get<{ Querystring: Query }>(route, show(locale))
  app.get<{ Querystring: Query }>(
    callbackPath,
    { exposeHeadRoute: false },
    async (request, reply) => {
      if (
        request.query.state === undefined &&
        request.query.code === undefined &&
        request.query.error === undefined
      )
        return show(defaultLocale)(request, reply)
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
      const end = await finishSignIn(deps, {
        callback: new URL(request.url, deps.config.publicUrl),
        browser: cookieOf(request, BROWSER_COOKIE) ?? '',
        device: deviceName(request.headers['user-agent']),
        locale: preferredLocale(request),
      })
      if (!end.token) return toPage(reply, { ...end, problem: end.problem ?? 'state' })
      await deps.limits.restore('idpStartsPerAddress', askedFrom(request))
      const path = end.path ?? pathOf(ownPages[end.role] ?? 'account', end.locale)
      reply.header('set-cookie', [
        // The page's script reads it and sends it as a header: a call is authorised by that alone.
        `${authTokenCookie}=${encodeURIComponent(`Bearer ${end.token}`)}; Path=/; SameSite=Lax${secureIn(deps)}`,
        `${savedPathCookie}=; Path=/; Max-Age=0; SameSite=Lax${secureIn(deps)}`,
      ])
      return end.problem
        ? toPage(reply, { problem: end.problem, locale: end.locale, path })
        : reply.redirect(path, 303)
    },
  )
}

const textOf = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined
