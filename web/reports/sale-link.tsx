import type { ReactNode } from 'react'
import { QueryLink } from '../ui/query-link.tsx'

type Props = { id: string; row?: boolean; children: ReactNode }

/** Opens a sale by any of its ids: an order, a payment, a refund, a line. */
export const SaleLink = ({ id, ...rest }: Props) => <QueryLink to={{ sale: id }} {...rest} />
