import Big from 'big.js'

/**
 * The broker's VAT on its commission from a day on. `payer`: by a rate; `exempt`: a payer of the
 * tax whose commission is free of it, an invoice names none; `no_payer`: no invoices are made.
 */
export const vatKinds = ['payer', 'exempt', 'no_payer'] as const
export type VatKind = (typeof vatKinds)[number]
export type Vat = { kind: VatKind; percent: number }

/**
 * The tax within a sum that includes it, tiyn. That the commission an insurer's contract names
 * includes the tax is a guess (decision 321).
 */
export const vatWithin = (tiyn: number, percent: number): number =>
  new Big(tiyn)
    .times(percent)
    .div(100 + percent)
    .round(0, Big.roundHalfUp)
    .toNumber()
