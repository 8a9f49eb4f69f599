import type { ReactNode } from 'react'
import { queryWith, setQuery } from '../ui/query.ts'

/** Changes of the address, or the address of another desk. */
export type DeskPlace = Record<string, string | null> | string
type Props = { to: DeskPlace; row?: boolean; children: ReactNode }

/**
 * Goes on within the desk without loading it anew; with a modifier in a window of its own. `row`:
 * it opens the row it stands in.
 */
export const DeskLink = ({ to, row, children }: Props) => (
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

/** Opens a sale by whatever of it one has in hand: an order, a payment, a refund, a line. */
export const SaleLink = ({ id, ...rest }: { id: string } & Omit<Props, 'to'>) => (
  <DeskLink to={{ sale: id }} {...rest} />
)
