import type { Tenge } from '#domain/money.ts'
import type { FieldErrors, Typed } from '../../contact/frame.tsx'

/** What the server answers the page of organisations with. */
export type OrganisationsData = {
  /** In the language of the page; empty while there are no tables. */
  regions: readonly { code: string; label: string }[]
  typed: Typed
  errors: FieldErrors
  wait: number | null
  priced: Priced | null
  /** The key the form is sent with. */
  key: string
  sent: { number: number; email: string } | null
}

export type Priced = {
  total: Tenge
  lines: readonly {
    vehicleType: string
    over: boolean
    count: number
    each: Tenge
    sum: Tenge
  }[]
  carriage: boolean
  settlement: 'CITY' | 'OTHER'
  region: string
  /** Coefficient of legal entities, decimal. */
  legalEntity: string
  /** The share an insurer may move the region's correction by, `0.10`. */
  deviation: string
  year: string
}

/** How many cars the price is for. */
export const carsOf = ({ lines }: Priced): number =>
  lines.reduce((all, { count }) => all + count, 0)
