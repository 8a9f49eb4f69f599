import { type PageName, type Params, pagePaths, prefixOf } from '#contract/pages.ts'
import { type Locale, locales } from '#domain/locale.ts'

export type Match = { name: PageName; locale: Locale; params: Params }

const names = Object.keys(pagePaths) as PageName[] // the keys of the table of paths

/**
 * The page an address belongs to, or undefined. A closing slash and the query are not looked at.
 * Apart from the table of pages, which no browser needs.
 */
export function match(address: string): Match | undefined {
  const path = address.split(/[?#]/)[0] ?? ''
  for (const locale of [...locales].sort((a, b) => prefixOf(b).length - prefixOf(a).length)) {
    const prefix = prefixOf(locale)
    if (prefix && path !== prefix && !path.startsWith(`${prefix}/`)) continue
    const bare = path.slice(prefix.length).replace(/(?<=[^/])\/$/, '') || '/'
    for (const name of names) {
      const params = paramsOf(pagePaths[name], bare)
      if (params) return { name, locale, params }
    }
    return undefined
  }
  return undefined
}

function paramsOf(pattern: string | null, path: string): Params | undefined {
  const wanted = pattern?.split('?')[0]?.split('/')
  const given = path.split('/')
  if (wanted?.length !== given.length) return undefined
  const params: Params = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? ''
    if (!part.startsWith('{')) {
      if (part !== value) return undefined
      continue
    }
    const decoded = decode(value)
    if (!decoded) return undefined
    params[part.slice(1, -1)] = decoded
  }
  return params
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined // a broken escape is no address of ours
  }
}
