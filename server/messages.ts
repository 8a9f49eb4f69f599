import type { Tx } from './db/connect.ts'
import type { Deps } from './deps.ts'
import { notifyJob } from './jobs/queue.ts'

export type MessageKind = 'sms' | 'mail'

/** What a purpose (`issued`, `not_issued`, `refunded:…`, `papers:…`, `mail:…`) is told by. */
export function kindsOf(purpose: string): readonly MessageKind[] {
  const what = purpose.split(':')[0]
  if (what === 'mail') return ['mail']
  return what === 'refunded' ? ['sms'] : ['sms', 'mail']
}

/** Each message of an order has one id, which the gateways know too: nothing is sent twice. */
export const messageId = (orderId: string, kind: MessageKind, purpose: string) => `${orderId}:${kind}:${purpose}`

/** Writes down what has to be told, with the job that tells it, in the caller's transaction: a message not sent is found by the sweep. */
export async function tell(tx: Tx, deps: Deps, order: { id: string; email: string | null }, purpose: string): Promise<void> {
  const kinds = kindsOf(purpose).filter((kind) => kind === 'sms' || order.email)
  if (kinds.length > 0)
    await tx
      .insertInto('messages')
      .values(
        kinds.map((kind) => ({
          id: messageId(order.id, kind, purpose),
          order_id: order.id,
          kind,
          purpose,
          created_at: deps.clock.now(),
        })),
      )
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  await deps.queue.enqueue(tx, notifyJob, { orderId: order.id, purpose })
}
