import { localePath, pathOf } from '#contract/pages.ts'
import { callbackPath, signInAddress } from '#domain/egov.ts'
import type { Locale } from '#domain/locale.ts'
import { flowName } from '../flow.ts'

/** Addresses of the purchase in the flow the page belongs to. */
export type Flow = {
  /** The form. */
  form: (locale: Locale) => string
  /** How an order goes; `?order=` is added. */
  result: (locale: Locale) => string
  /** Returns the page where a buyer proves who they are; keeps `search` of the form. */
  login: (locale: Locale, search: string) => string
}

const site: Flow = {
  form: (locale) => pathOf('ogpo-calculator', locale),
  result: (locale) => pathOf('ogpo-calculator-result', locale),
  login: (locale, search) => pathOf('ogpo-calculator-login', locale) + search,
}

/** The government sign-in leads back to the very page that asked for it. */
const egov: Flow = {
  form: (locale) => pathOf('egov-ogpo-calculator', locale),
  result: (locale) => pathOf('egov-ogpo-insurance', locale),
  login: () => signInAddress(location.pathname + location.search),
}

const partner = (code: string): Flow => ({
  form: (locale) => pathOf('partner-ogpo', locale, { partner: code }),
  result: (locale) => pathOf('partner-ogpo-result', locale, { partner: code }),
  login: (locale, search) => pathOf('partner-ogpo-login', locale, { partner: code }) + search,
})

export function flowHere(): Flow {
  const name = flowName()
  if (name === 'egov') return egov
  return name === 'partner' ? partner(partnerHere()) : site
}

/** Returns the partner's code, the path segment after `/internal/`. */
const partnerHere = (): string =>
  decodeURIComponent(/\/internal\/([^/]+)/.exec(location.pathname)?.[1] ?? '')

/** `prolong` and `reissue` travel through the code page in the query. */
export function loginAddress(locale: Locale, search: string, again = false): string {
  const query = new URLSearchParams(search)
  if (again) query.set('again', '1')
  const text = query.toString()
  return flowHere().login(locale, text ? `?${text}` : '')
}

/**
 * The page that asks for the phone the government sign-in did not give, and then leads back here.
 */
export const askPhoneAddress = (locale: Locale): string =>
  localePath(
    locale,
    `${callbackPath}?${new URLSearchParams({ problem: 'no_phone', return: location.pathname + location.search })}`,
  )
