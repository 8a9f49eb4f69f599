import type { ReactNode } from 'react'
import { queryWith, setQuery } from './query.ts'

/** Changes of the address, or the address of another page. */
export type Place = Record<string, string | null> | string
type Props = { to: Place; row?: boolean; children: ReactNode }

/** Opens the place. */
export const openPlace = (to: Place): void => {
  if (typeof to === 'string') location.assign(to)
  else setQuery(to)
}

/** Link within the page without a reload; with a modifier in a new tab. `row`: it opens its row. */
export const QueryLink = ({ to, row, children }: Props) => (
  <a
    data-row={row ? '' : undefined}
    href={typeof to === 'string' ? to : queryWith(to)}
    onClick={(event) => {
      if (typeof to === 'string' || event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      setQuery(to)
    }}
  >
    {children}
  </a>
)
