import { createHash } from 'node:crypto'
import { addDays, almatyDay, type Day } from '../../../domain/calendar.ts'
import { type Synthetic, synthetic } from './people.ts'

/**
 * A row's own number for one purpose, below `limit`: the same for the same seed, like chance to
 * everything else.
 */
export function mixed(seed: number, purpose: number, n: number, limit: number): number {
  let x =
    (Math.imul(n, 0x9e3779b1) ^
      Math.imul(purpose + 1, 0x85ebca6b) ^
      Math.imul(seed + 1, 0xc2b2ae35)) >>>
    0
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d) >>> 0
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b) >>> 0
  return ((x ^ (x >>> 16)) >>> 0) % limit
}

/** A uuid of one purpose, scattered over the index as random ones are. */
export function uuidOf(seed: number, purpose: string, n: number): string {
  const hex = createHash('md5').update(`${seed}:${purpose}:${n}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}

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
