import { synthetic } from '../people.ts'
import { clientsOf, mixed, saleOf, TODAY, uuidOf } from '../sale.ts'
import { type Cell, type Filling, later, ordersOf } from './cells.ts'

const IDLE_QUOTES_PERCENT = 20

/** People, their accounts, and what they had calculated. */
export const buyers: readonly Filling[] = [
  {
    table: 'people',
    columns:
      'iin, surname, name, patronymic, birth_date, resident, document_valid, phone, email, origin, checked_at',
    count: clientsOf,
    rows: (_size, n) => {
      const who = synthetic(n)
      const named = [who.surname, who.name, who.patronymic, who.birthDate]
      return [
        [who.iin, ...named, true, true, who.phone, who.email, 'register', `${TODAY}T00:00:00Z`],
      ]
    },
  },
  {
    table: 'accounts',
    columns: 'id, iin, phone, email, created_at',
    count: clientsOf,
    rows: ({ seed }, n) => {
      const who = synthetic(n)
      return [[uuidOf(seed, 'account', n), who.iin, who.phone, who.email, '2023-11-01T00:00:00Z']]
    },
  },
  {
    table: 'quotes',
    columns:
      'id, application_id, request_hash, buyer_iin, kind, draft_number, insurer_id, facts, price, tables_version, insurance_premium, commission, reply, created_at, expires_at',
    count: ordersOf,
    rows: (size, n, { insurerIds, tables }) => {
      const sale = saleOf(size, n)
      const quote = (id: string, name: string): Cell[] => [
        id,
        uuidOf(size.seed, `application${name}`, n),
        '\\\\x00',
        sale.who.iin,
        'new',
        `${name}${n}`,
        insurerIds[sale.insurerAt] ?? 0,
        '{}',
        '{}',
        tables,
        sale.premium,
        sale.commission,
        '{}',
        sale.at.toISOString(),
        later(sale.at, 43_200),
      ]
      const idle = mixed(size.seed, 7, n, 100) < IDLE_QUOTES_PERCENT
      return [
        quote(sale.quoteId, 'GD'),
        ...(idle ? [quote(uuidOf(size.seed, 'idle', n), 'GI')] : []),
      ]
    },
  },
]
