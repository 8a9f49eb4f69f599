import type { SandboxAnswer, SandboxAsk, World } from '../sandbox-kit.ts'
import { notifyRefund, type Pauses } from './sandbox-notify.ts'
import { missingPage } from './sandbox-pages.ts'
import { backOf, payments } from './sandbox-payments.ts'

export type Setting = { secret: string; merchant: string; pauses: Pauses }

/**
 * The card's bank takes what is left of a payment back, past the shop: `POST
 * /acquirer/pay/:id/take-back`.
 */
export async function takenBack(
  world: World,
  { secret, pauses }: Setting,
  ask: SandboxAsk,
): Promise<SandboxAnswer> {
  const payment = payments(world).get(ask.params.id ?? '')
  const left = payment ? payment.clearing - backOf(payment) : 0
  if (payment?.state !== 'success' || left <= 0) return missingPage()
  payment.refunds.push({
    id: String(900_000 + world.next('acquirer.refund')),
    amount: left,
    by: 'bank',
    state: 'success',
  })
  world.saved()
  await notifyRefund(world, payment, secret, pauses)
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ success: true, amount: left }),
  }
}
