import type { ReactNode } from 'react'
import { QueryLink } from '../ui/query-link.tsx'

type Props = { id: string; row?: boolean; children: ReactNode }

/** Opens a sale by whatever of it one has in hand: an order, a payment, a refund, a line. */
export const SaleLink = ({ id, ...rest }: Props) => <QueryLink to={{ sale: id }} {...rest} />
