import type { RawBuilder } from 'kysely'

/** A sale of a contract. */
export type ContractSale = {
  id: string
  number: string
  state: string
  amount: number
  premium: number
  ogpo_plus: number
  commission: number
  replaces: string | null
  taken_over: number
  created_at: Date
}
/** A period of a contract that is paid by periods. */
export type ContractMonth = {
  id: string
  period: number
  state: string
  amount: number
  created_at: Date
}
/** A row of a history; `about` is the order, the month, the payment or the policy it is of. */
export type Move = {
  state: string
  at: Date
  actor: string
  reason: string
  about: string
  amount: number | null
}

/** What a product adds to the page of a contract, as SQL by the contract's id. */
export type ContractPage = {
  /** The contracts that a text names, as `id`; `upper` is the text as numbers are written. */
  named(text: string, upper: string): RawBuilder<{ id: string }>
  /** The oldest first. */
  sales(id: string): RawBuilder<ContractSale>
  /** Null for a product that is not paid by periods. */
  months: ((id: string) => RawBuilder<ContractMonth>) | null
  saleMoves(id: string): RawBuilder<Move>
  monthMoves: ((id: string) => RawBuilder<Move>) | null
}
