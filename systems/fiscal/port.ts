import { z } from 'zod'
import type { Tenge } from '#domain/money.ts'
import type { ClientInfo } from './protocol.ts'

export type Receipt = {
  /** Our id: one receipt for it, whatever happens. */
  key: string
  operation: 'sale' | 'return'
  /** How it was paid; a setting decides how a bill appears on the receipt. */
  payment: 'bill' | 'card'
  amount: Tenge
  /** The item, as printed on the receipt. */
  name: string
  /** For a return: its sale, as the register reported it. */
  basis?: Registered
  /** It may have been requested before: look it up first. */
  again?: boolean
}
/** The register's data of a receipt. */
export const Registered = z.object({
  number: z.string().min(1),
  at: z.string().min(1),
  registration: z.string().min(1),
  total: z.number().positive(),
  shift: z.int(),
  offline: z.boolean(),
})
export type Registered = z.infer<typeof Registered>
export type Fiscal = {
  /**
   * Registers a receipt; a repeat with the same key is the same receipt. Refused: a person has to
   * look at it. Throws `Unavailable` when the register does not answer or can't make any receipt
   * now. Calls of one process follow one another; two processes must not ask at once.
   */
  receipt(
    of: Receipt,
  ): Promise<
    | { number: string; url: string | null; registered: Registered }
    | { refused: string; text: string }
  >
  /** The register's own state, for those who look whether it is set up. */
  state(): Promise<z.infer<typeof ClientInfo>['Data']>
}
export type FiscalConfig = {
  address: string
  apiKey: string
  login: string
  password: string
  cashbox: string
  /** VAT's share of every price; absent: prices bear no VAT. */
  vatPercent?: number | undefined
}
