import { brandCode } from '#brand'
import { defaultLocale, type Locale, locales } from '#domain/locale.ts'

/**
 * The address of every page, in the default language; other languages add their prefix. `{name}` is
 * a parameter, in the path or in the query; a parameter of the query must have the value the page
 * was made with, else the address is no page. `null`: no address of its own.
 */
export const pagePaths = {
  index: '/',
  'ogpo-calculator': '/ogpo-calculator',
  'ogpo-calculator-login': '/ogpo-calculator/login',
  'ogpo-calculator-result': '/ogpo-calculator/result',
  'auto-insurance': '/auto-insurance',
  'bonus-malus': '/bonus-malus',
  contact: '/contact',
  'call-back': '/call-back',
  organisations: '/organisations',
  docs: '/docs',
  'types-of-activity': '/types-of-activity',
  'types-of-activity-code': '/types-of-activity/{code}?id={id}',
  founders: '/founders',
  'founders-code': '/founders/{code}?id={id}',
  managers: '/managers',
  'managers-code': '/managers/{code}?id={id}',
  documents: '/documents',
  'documents-code': '/documents/{code}?id={id}',
  'annual-reporting': '/annual-reporting',
  'annual-reporting-code': '/annual-reporting/{code}?id={id}',
  check: '/check',
  'policy-check': '/check/{number}',
  remind: '/remind',
  'remind-one': '/remind/{key}',
  account: '/account',
  claim: '/account/claim',
  'claim-new': '/claim',
  'claim-check': '/claim/check',
  adddrivers: '/adddrivers/{id}',
  'staff-today': '/staff',
  kyc: '/kyc',
  'staff-users': '/staff/users',
  'staff-audit': '/staff/audit',
  'claim-report': '/claim-report',
  'orders-report': '/orders-report',
  'staff-reference': '/staff/reference',
  'staff-claims': '/staff/claims',
  'staff-clients': '/staff/clients',
  'staff-orders': '/staff/orders',
  'staff-status': '/staff/status',
  promoter: '/promoter',
  'promoter-ogpo': '/promoter/ogpo',
  'promoter-search': '/promoter/search',
  'promoter-sales': '/promoter/sales',
  'promoter-block': '/promoter/block',
  handoff: '/handoff',
  'not-me': '/not-me',
  'egov-callback': '/api/v1.0.0/egov/idp/callback',
  'egov-offerta': '/egov/documents/offerta',
  'egov-home': `/egov/policy/${brandCode}-home`,
  'egov-home-calculator': `/egov/policy/${brandCode}-home/calculator`,
  'egov-home-insurance': `/egov/policy/${brandCode}-home/insurance`,
  'egov-ogpo': `/egov/policy/${brandCode}-ogpo`,
  'egov-ogpo-calculator': `/egov/policy/${brandCode}-ogpo/calculator`,
  'egov-ogpo-insurance': `/egov/policy/${brandCode}-ogpo/insurance`,
  'partner-ogpo': '/internal/{partner}/partner/ogpo',
  'partner-ogpo-login': '/internal/{partner}/partner/ogpo/login',
  'partner-ogpo-result': '/internal/{partner}/partner/ogpo/result',
  'partner-ogpo-result-error': '/internal/{partner}/partner/ogpo/result-error',
  ui: '/ui',
  'not-found': null,
} as const satisfies Record<string, string | null>

export type PageName = keyof typeof pagePaths
export type Params = Record<string, string>

/** Returns the path prefix of a language: empty for the default one. */
export const prefixOf = (locale: Locale): string => (locale === defaultLocale ? '' : `/${locale}`)

/** Returns the language of one of our addresses, by its prefix. */
export const localeOfPath = (address: string): Locale =>
  locales.find((locale) => {
    const prefix = prefixOf(locale)
    return prefix && address.startsWith(prefix) && /^([/?#]|$)/.test(address.slice(prefix.length))
  }) ?? defaultLocale

/** A path that is no page's (a file to download), in a language. */
export const localePath = (locale: Locale, path: string): string =>
  prefixOf(locale) + (path === '/' && prefixOf(locale) ? '' : path)

/**
 * The address of a page in a language. Every link is made by this, in the browser and on the
 * server. A page without an address gives the first page's. Throws without a parameter it needs.
 */
export function pathOf(name: PageName, locale: Locale, params: Params = {}): string {
  const bare = (pagePaths[name] ?? '/').replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = params[key]
    if (!value) throw new Error(`Page '${name}' needs '${key}'`)
    return encodeURIComponent(value)
  })
  return (prefixOf(locale) + bare).replace(/(?<=.)\/$/, '')
}

/** A page's address in each language as the server's router writes it: `/ru/check/:number`. */
export const routesOf = (name: PageName): { locale: Locale; route: string }[] =>
  locales.map((locale) => ({
    locale,
    route: prefixOf(locale) + (pagePaths[name] ?? '/').replace(/\{(\w+)\}/g, ':$1'),
  }))
