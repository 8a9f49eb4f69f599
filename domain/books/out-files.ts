/**
 * The files of a month for the broker's books. `entries`: every entry, for the table loader of 1C;
 * `turnovers`: debit and credit of each account; `acts`: what each insurer's act sums up;
 * `parties`: the counterparties with their numbers; `orders`: payment orders to insurers, in the
 * form 1C exchanges with banks; `invoices`: electronic invoices for our commission.
 */
export const outFiles = ['entries', 'turnovers', 'acts', 'parties', 'orders', 'invoices'] as const
export type OutFile = (typeof outFiles)[number]
