import { type PageName, pagePaths } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'

export type Layout = 'default' | 'empty-egov' | 'empty' | 'promoter' | 'desk'

/**
 * Who may see a page; each is decided where the session is known. `guest`: the page is for
 * visitors, and so for everybody (specification, section 6, decision 207).
 */
export const guardNames = [
  'auth',
  'guest',
  'accountant',
  'promoter-auth',
  'promoter-not-auth',
  'staff',
] as const

export type Row = {
  layout: Layout
  guards: readonly string[]
  /** Hydrated with React, or HTML alone. */
  interactive: boolean
  /** HTML made at build, or by the server for each request. */
  made: 'at-build' | 'per-request'
  /** May be found by search engines. */
  indexed: boolean
  /**
   * Which menu links to it: the header's, or the footer's parts: what one can do without buying,
   * the company, the ways to reach us.
   */
  menu?: 'main' | 'service' | 'company' | 'contacts'
  /**
   * A script of its own on a page of HTML alone, `pages/<name>/<script>.ts`: loaded when somebody
   * comes to a field.
   */
  script?: string
  /**
   * A small script that runs before the first paint, `pages/<name>/<before>.ts`: it reads what only
   * the browser knows and marks the root with it.
   */
  before?: string
  /**
   * Shows the drawn world: its colours, and the letters of number plates, come with the page. A
   * land without a plate needs no letters.
   */
  world?: true | 'without plates'
  /**
   * Carries the road of a purchase (`purchase/way`) instead of the site's head; or both, and shows
   * the head once the purchase is over.
   */
  way?: true | 'then head'
  /** The foot says who we are and no more: where one goes from here stands on the page itself. */
  foot?: 'short'
  /** Opens without a connection: the portal's worker keeps it with everything it may load. */
  offline?: true
  /** Exists only in builds made for development. */
  development?: true
}

/** Pages about the company: HTML alone, made at build. */
const open = {
  layout: 'default',
  guards: ['guest'],
  interactive: false,
  made: 'at-build',
  indexed: true,
} as const

/**
 * Desks of signed-in staff and accountants: a frame of their own (`desks/desk.tsx`), filled from
 * the API.
 */
const desk = { layout: 'desk', interactive: true, made: 'at-build', indexed: false } as const

/** The promoter's portal: shells filled from the API. */
const portal = { layout: 'promoter', interactive: true, made: 'at-build', indexed: false } as const

/** Inside the government's application. */
const egov = {
  layout: 'empty-egov',
  guards: [],
  interactive: true,
  made: 'at-build',
  indexed: false,
} as const

/** In the theme of the partner whom the address names. */
const partner = {
  layout: 'empty',
  guards: [],
  interactive: true,
  made: 'per-request',
  indexed: false,
} as const

/**
 * The one table of pages. Language switch, sitemap, guards, build and tests are made from it; the
 * addresses stand in the contract, where the server finds them too.
 */
export const pages = {
  index: { ...open, script: 'typed', world: true },
  'ogpo-calculator': {
    ...open,
    interactive: true,
    before: 'before',
    menu: 'main',
    way: true,
    world: true,
  },
  'ogpo-calculator-login': {
    layout: 'default',
    guards: ['guest'],
    interactive: true,
    made: 'at-build',
    indexed: false,
    way: true,
    world: true,
  },
  'ogpo-calculator-result': {
    layout: 'default',
    guards: ['guest'],
    interactive: true,
    made: 'at-build',
    indexed: false,
    way: 'then head',
    world: true,
  },
  // The site's menu leads here, so this page keeps that menu; the specification (section 2) has it in
  // `empty-egov` with its two steps, which keep a person at the purchase.
  'egov-home': {
    ...egov,
    layout: 'default',
    interactive: false,
    made: 'per-request',
    menu: 'main',
    world: 'without plates',
  },
  'auto-insurance': { ...open, script: 'typed', menu: 'main', world: true },
  docs: { ...open, menu: 'main' },
  'types-of-activity': { ...open, menu: 'company', world: 'without plates' },
  'types-of-activity-code': { ...open },
  founders: { ...open, menu: 'company', world: 'without plates' },
  'founders-code': { ...open },
  managers: { ...open, menu: 'company', world: 'without plates' },
  'managers-code': { ...open },
  documents: { ...open, menu: 'company', world: 'without plates' },
  'documents-code': { ...open },
  'annual-reporting': { ...open, menu: 'company', world: 'without plates' },
  'annual-reporting-code': { ...open },
  'bonus-malus': { ...open, script: 'own-class', menu: 'service', world: 'without plates' },
  organisations: { ...open, made: 'per-request', menu: 'service' },
  check: { ...open, made: 'per-request', menu: 'service', script: 'typed', world: true },
  contact: { ...open, made: 'per-request', menu: 'contacts', world: 'without plates' },
  'call-back': { ...open, made: 'per-request', world: 'without plates' },
  remind: { ...open, made: 'per-request', script: 'typed', world: true },
  'remind-one': { ...open, made: 'per-request', indexed: false, world: true },
  'policy-check': { ...open, made: 'per-request', indexed: false, world: true },
  account: {
    layout: 'default',
    guards: ['auth'],
    interactive: true,
    made: 'at-build',
    indexed: false,
    foot: 'short',
  },
  claim: {
    layout: 'default',
    guards: ['auth'],
    interactive: true,
    made: 'at-build',
    indexed: false,
    way: true,
    world: true,
  },
  'claim-new': {
    layout: 'default',
    guards: ['guest'],
    interactive: true,
    made: 'at-build',
    indexed: true,
    menu: 'service',
    way: true,
    world: true,
  },
  'claim-check': {
    layout: 'default',
    guards: ['guest'],
    interactive: true,
    made: 'at-build',
    indexed: false,
    way: true,
    world: true,
  },
  adddrivers: {
    layout: 'default',
    guards: ['auth'],
    interactive: true,
    made: 'per-request',
    indexed: false,
  },
  'staff-today': { ...desk, guards: ['staff'] },
  kyc: { ...desk, guards: ['staff'] },
  'staff-users': { ...desk, guards: ['staff'] },
  'staff-audit': { ...desk, guards: ['staff'] },
  'claim-report': { ...desk, guards: ['accountant'] },
  'orders-report': { ...desk, guards: ['accountant'] },
  'staff-reference': { ...desk, guards: ['staff'] },
  'staff-claims': { ...desk, guards: ['staff'] },
  'staff-clients': { ...desk, guards: ['staff'] },
  'staff-orders': { ...desk, guards: ['staff'] },
  'staff-status': { ...desk, guards: ['staff'] },
  promoter: { ...portal, guards: ['promoter-not-auth'] },
  'promoter-ogpo': { ...portal, guards: ['promoter-auth'], offline: true },
  'promoter-search': { ...portal, guards: [] },
  'promoter-sales': { ...portal, guards: ['promoter-auth'], offline: true },
  'promoter-block': { ...portal, guards: ['promoter-auth'] },
  'not-me': {
    world: 'without plates',
    layout: 'default',
    guards: ['guest'],
    interactive: true,
    made: 'at-build',
    indexed: false,
  },
  handoff: {
    layout: 'default',
    guards: ['guest'],
    interactive: true,
    made: 'at-build',
    indexed: false,
  },
  'egov-callback': { ...egov, made: 'per-request' },
  'egov-offerta': { ...egov, layout: 'empty', interactive: false },
  'egov-home-calculator': { ...egov, made: 'per-request', before: 'before' },
  'egov-home-insurance': { ...egov },
  'egov-ogpo': { ...egov, interactive: false, world: 'without plates' },
  'egov-ogpo-calculator': { ...egov },
  'egov-ogpo-insurance': { ...egov },
  'partner-ogpo': { ...partner },
  'partner-ogpo-login': { ...partner },
  'partner-ogpo-result': { ...partner },
  'partner-ogpo-result-error': {
    ...partner,
    interactive: false,
  },
  ui: {
    layout: 'default',
    guards: [],
    interactive: true,
    made: 'at-build',
    indexed: false,
    development: true,
  },
  'not-found': {
    layout: 'default',
    guards: [],
    interactive: false,
    made: 'per-request',
    indexed: false,
    script: 'typed',
    world: true,
  },
} as const satisfies Record<PageName, Row>

export type Page = Row & { name: PageName; path: string | null }

export const pageNames = Object.keys(pages) as PageName[] // the keys of the table above
export const page = (name: PageName): Page => ({ name, path: pagePaths[name], ...pages[name] })

/** The name of a page in one language, `index___kz`. */
export const routeName = (name: PageName, locale: Locale): string => `${name}___${locale}`

/** The pages a build makes. */
export const builtPages = (development: boolean): PageName[] =>
  pageNames.filter((name) => development || !page(name).development)

/** Pages that a menu links to. */
export type MenuPage = {
  [Name in PageName]: (typeof pages)[Name] extends { menu: string } ? Name : never
}[PageName]
const isInMenu = (name: PageName): name is MenuPage => page(name).menu !== undefined

/** The pages a menu links to, in the order of the table. */
export const menuPages = (menu: NonNullable<Row['menu']>): MenuPage[] =>
  pageNames.filter(isInMenu).filter((name) => page(name).menu === menu)

/**
 * Whether the page covers itself until its data are there. Pages of signed-in people are shells
 * filled from the API; what is HTML from the start covers nothing, and pages with `/egov` in the
 * path never do (specification, section 2).
 */
export const hasInitialLoader = ({
  path,
  interactive,
  guards,
}: Pick<Page, 'path' | 'interactive' | 'guards'>): boolean =>
  interactive && guards.some((name) => name !== 'guest') && !path?.includes('/egov')

/**
 * Refuses a table whose rows name a guard that does not exist; the build stops with this message.
 */
export function checkGuards(table: Record<string, { guards: readonly string[] }>): void {
  const known: readonly string[] = guardNames
  for (const { guards } of Object.values(table)) {
    const unknown = guards.find((guard) => !known.includes(guard))
    if (unknown) throw new Error(`Unknown route middleware: '${unknown}'`)
  }
}
