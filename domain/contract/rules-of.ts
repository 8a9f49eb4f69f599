import type { Contract, Payment } from './facts.ts'
import { homeRules } from './home.ts'
import { ogpoRules } from './ogpo.ts'
import type { Rules } from './rules.ts'

/** First steps of every act: the product's rules, the payment concerned. */

/** Each product's own rules: another product is another line here and a file beside these two. */
export function rulesOf(contract: Contract): Rules {
  switch (contract.product) {
    case 'ogpo':
      return ogpoRules(contract)
    case 'home':
      return homeRules(contract)
  }
}

export const paymentOf = (contract: Contract, id: string | null): Payment | undefined =>
  contract.payments.find((payment) => payment.id === id)
