import { prefixOf } from '#contract/pages.ts'
import { pageLocale } from './texts.ts'

/**
 * The flow a page belongs to, by its address: the same purchase stands on the public site, on the
 * pages of the government sign-in and in a partner's theme. Known where the address is; HTML made
 * at build is the site's.
 */
export type FlowName = 'site' | 'egov' | 'partner'

export function flowName(): FlowName {
  if (typeof location === 'undefined') return 'site'
  const path = location.pathname.slice(prefixOf(pageLocale()).length)
  return path.startsWith('/egov/') ? 'egov' : path.startsWith('/internal/') ? 'partner' : 'site'
}
