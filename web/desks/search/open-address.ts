import { goTo } from '../../navigation.ts'
import { setQuery } from '../../ui/query.ts'

/** Opens what was found: apart in a tab of its own, on the same desk without loading it anew. */
export function openAddress(href: string, apart: boolean): void {
  if (apart) {
    open(href, '_blank', 'noopener')
    return
  }
  const to = new URL(href, location.href)
  if (to.pathname !== location.pathname) {
    goTo(href)
    return
  }
  const now = [...new URLSearchParams(location.search).keys()]
  setQuery({
    ...Object.fromEntries(now.map((name) => [name, null])),
    ...Object.fromEntries(to.searchParams),
  })
}
