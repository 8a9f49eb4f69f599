import { z } from 'zod'
import { payments } from '../../../systems/acquirer/sandbox-payments.ts'
import { type Invoice, numberOn } from '../../../systems/bank/sandbox.ts'
import { esbdPolicies } from '../../../systems/esbd/sandbox.ts'
import type { World } from '../../../systems/sandbox-kit.ts'

/**
 * What the outside world holds after a day, to be compared with our books: money that came and went
 * by our attempt's id, policies by number.
 */
export const OutsideJournal = z.object({
  paid: z.array(z.object({ attempt: z.string(), amount: z.int(), back: z.int() })),
  policies: z.array(z.string()),
})
export type OutsideJournal = z.infer<typeof OutsideJournal>

export function outsideJournal(world: World): OutsideJournal {
  const back = (refunds: readonly { amount: number }[]) =>
    refunds.reduce((sum, { amount }) => sum + amount, 0)
  return {
    paid: [
      ...[...world.store<Invoice>('bank.invoices').values()]
        .filter(({ state }) => state === 'paid')
        .map((bill) => ({
          attempt: numberOn(bill),
          amount: bill.amount,
          back: back(bill.refunds),
        })),
      ...[...payments(world).values()]
        .filter(({ state }) => state === 'success')
        .map(({ orderId, amount, refunds }) => ({ attempt: orderId, amount, back: back(refunds) })),
    ],
    policies: esbdPolicies(world)
      .filter(({ rescinded }) => !rescinded)
      .map(({ number }) => number),
  }
}
