import type { ComponentType } from 'react'
import type { Pay } from '#contract/pay.ts'
import type { WayName } from '#domain/payment-ways.ts'
import { BankIcon, CardIcon, WalletIcon } from '../ui/later-icons.tsx'

export type By<Name extends WayName> = Extract<Pay, { system: Name }>

/** What may be done about the money of an order; the first is the one to do now. */
export type PayAction = {
  way: WayName
  act: /** Opens the bank's application, with the bill in it. */
    | 'bank'
    /** Copies the sum by which the bill is found there. */
    | 'sum'
    /** Goes on with the page that was opened. */
    | 'page'
    /** Asks for it, for it once more, by other means of the same kind, or this way instead. */
    | 'pay'
    | 'again'
    | 'other'
    | 'by'
}
const action = (act: PayAction['act'], way: WayName): PayAction => ({ way, act })

type WebWay<Name extends WayName> = {
  /** What the wire says beside its name. */
  method: By<Name>['method']
  Icon: ComponentType
  /** The payment page is opened from ours. */
  hasPage: boolean
  /** What may be done after a no. */
  again: readonly PayAction[]
  /** A refusal is shown even if nothing can be paid any more. */
  saysNo: boolean
}

/** The ways to pay on the screens; their words are in `way-texts.ts`. */
export const webWays: { readonly [Name in WayName]: WebWay<Name> } = {
  mobile_bank: {
    method: 'bill',
    Icon: BankIcon,
    hasPage: false,
    again: [action('again', 'mobile_bank'), action('by', 'card')],
    saysNo: false,
  },
  card: {
    method: 'redirect',
    Icon: CardIcon,
    hasPage: true,
    // A card that was refused is refused again more often than not: the same one is the last.
    again: [action('by', 'mobile_bank'), action('other', 'card'), action('again', 'card')],
    saysNo: true,
  },
  epay: {
    method: 'invoice',
    Icon: WalletIcon,
    hasPage: true,
    again: [action('again', 'epay'), action('by', 'card'), action('by', 'mobile_bank')],
    saysNo: true,
  },
}
