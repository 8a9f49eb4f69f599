import { refundWords } from './protocol.ts'
import type { RefundLineReply, StatusReply } from './replies.ts'
import { lookUp, type RefundLine, Unclear } from './standing.ts'

/**
 * What has gone back of a payment, or is on its way. Throws `Unclear` when the list and its sum
 * differ.
 */
export function refundLinesOf({
  pg_refund_payments: list,
  pg_refund_amount: whole = '0',
}: StatusReply): RefundLine[] {
  const said: RefundLineReply[] = list ? [list.pg_refund_payment].flat() : []
  const lines = said.map(
    ({
      pg_payment_id: id,
      pg_amount,
      pg_payment_status = 'success',
      pg_failure_description: why = '',
    }) => ({
      id,
      amount: Math.abs(Number(pg_amount)),
      state: lookUp(refundWords, pg_payment_status) ?? ('pending' as const),
      why,
    }),
  )
  const listed = lines.reduce(
    (sum, { amount, state }) => (state === 'failed' ? sum : sum + amount),
    0,
  )
  if (Math.round(Math.abs(Number(whole)) * 100) > Math.round(listed * 100))
    throw new Unclear('pg_refund_amount')
  if (new Set(lines.map(({ id }) => id)).size < lines.length)
    throw new Unclear('pg_refund_payments')
  return lines
}
