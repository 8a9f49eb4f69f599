import { buyer } from '../sale.ts'
import { type oldRows, policyIdOf, uuid } from './old-rows.ts'

export type Refund = {
  id: string
  order: string
  payment: string | null
  amount: number
  reason: string
  state: 'due' | 'done' | 'failed'
}

type Rows = Pick<ReturnType<typeof oldRows>, 'now' | 'insert' | 'line' | 'receipt'>

/** What was given back, and what ended a policy. */
export function oldEndings({ now, insert, line, receipt }: Rows) {
  /**
   * What the old code owed or gave back; `done` is in the ledger and has its receipt where a
   * payment took it.
   */
  async function refund(of: Refund) {
    const { id, order, payment: attempt, amount, reason, state } = of
    await insert('refunds', {
      ...{
        id,
        order_id: order,
        attempt_id: attempt,
        amount,
        reason,
        state,
        created_at: now(),
        done_at: state === 'done' ? now() : null,
      },
      ...{
        error: state === 'failed' ? 'bank details needed' : null,
        outside_id: state === 'done' ? `back-${id}` : null,
      },
    })
    if (state !== 'done') return
    await line({
      kind: 'refund',
      amount: -amount,
      key: `refund:${id}`,
      order,
      ...(attempt ? { attempt } : {}),
    })
    if (attempt && reason !== 'partner')
      await receipt(
        `refund:${id}`,
        'return',
        { order_id: order, attempt_id: attempt, way: 'mobile_bank' },
        amount,
      )
    await insert('messages', {
      id: `${order}:sms:${id}`,
      order_id: order,
      kind: 'sms',
      purpose: `refunded:${id}`,
      created_at: now(),
      sent_at: now(),
    })
  }

  /** Two of the staff wrote down where to, and it was transferred. */
  const transferred = (refundId: string) =>
    insert('refund_details', {
      ...{
        refund_id: refundId,
        iban: 'KZ86125KZT5004100100',
        holder: 'А. Серікова',
        holder_iin: buyer.iin,
      },
      ...{ entered_by: 'staff:1', entered_at: now(), approved_by: 'staff:2', approved_at: now() },
      ...{ paid_by: 'staff:1', paid_reference: 'T-1', paid_at: now() },
    })

  /** An ending that was carried out: its line, and the policy's state as given with the sale. */
  async function ending(
    order: string,
    kind: 'cancel' | 'terminate',
    refunded: number,
    retained = 0,
  ) {
    const id = uuid(`ending ${order}`)
    await insert('policy_endings', {
      ...{
        id,
        policy_id: policyIdOf(order),
        kind,
        reason: kind === 'cancel' ? 'cancelled' : 'sold',
        state: 'done',
        lines: '[]',
      },
      ...{
        refund: refunded,
        retained,
        retained_percent: 0,
        elapsed_days: 0,
        total_days: 365,
        requested_on: '2026-11-20',
        actor: 'client:user',
      },
      ...{ created_at: now(), expires_at: now(), accepted_at: now(), done_at: now() },
    })
    await line({ kind: 'refund_due', amount: refunded, key: `refund_due:${id}`, order })
  }

  const staffAct = (of: { order_id?: string; home_id?: string }, action: string) =>
    insert('order_acts', { ...of, at: now(), actor: 'staff:1', action, reason: 'old' })

  return { refund, transferred, ending, staffAct }
}
