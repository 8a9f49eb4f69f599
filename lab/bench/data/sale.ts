import { addDays, almatyDay, type Day } from '../../../domain/calendar.ts'
import { type Synthetic, synthetic } from './people.ts'
import { mixed, uuidOf } from './random.ts'

/** Policies of one client: one a year. */
export const EACH = 3
const YEAR_MS = 365 * 86_400_000
/** The day the data end at: policies of the last year are in force. */
export const TODAY: Day = '2026-11-20'
const END_MS = Date.parse(`${TODAY}T00:00:00Z`)
const insurers = ['dala', 'tobyl', 'alatau'] as const

export type Sale = {
  n: number
  /** Which client, from 0. */
  client: number
  who: Synthetic
  id: string
  quoteId: string
  policyId: string
  accountId: string
  insurer: (typeof insurers)[number]
  insurerAt: number
  state: 'issued' | 'expired' | 'refunded'
  card: boolean
  premium: number
  commission: number
  at: Date
  start: Day
  end: Day
}
export type Size = { policies: number; seed: number }
export const clientsOf = ({ policies }: Size): number => Math.ceil(policies / EACH)

/**
 * The n-th order: issued below `policies`; above it every third one was not paid or could not be
 * issued (an order in fifty and one in ninety of the whole). A client comes back every year for the
 * next policy.
 */
export function saleOf(size: Size, n: number): Sale {
  const { policies, seed } = size
  const clients = clientsOf(size)
  const place = n < policies ? n : mixed(seed, 1, n, policies)
  const client = place % clients
  const at = new Date(
    END_MS - EACH * YEAR_MS + Math.floor((place / policies) * (EACH * YEAR_MS - 86_400_000)),
  )
  const start = addDays(almatyDay(at), 1)
  const premium = 20_000 + mixed(seed, 2, n, 60_000)
  const insurerAt = mixed(seed, 3, n, insurers.length)
  const number = String(n).padStart(9, '0')
  return {
    n,
    client,
    who: synthetic(client),
    id: `GN${number}`,
    quoteId: uuidOf(seed, 'quote', n),
    policyId: uuidOf(seed, 'policy', n),
    accountId: uuidOf(seed, 'account', client),
    insurer: insurers[insurerAt] ?? 'dala',
    insurerAt,
    state: n < policies ? 'issued' : mixed(seed, 4, n, 3) === 0 ? 'refunded' : 'expired',
    card: mixed(seed, 5, n, 2) === 0,
    premium,
    commission: Math.round((premium * 15) / 100),
    at,
    start,
    end: addDays(start, 364),
  }
}

/** How many orders came to nothing beside so many policies. */
export const lostOrders = ({ policies }: Size): number =>
  Math.floor(policies / 50) + Math.floor(policies / 90)
