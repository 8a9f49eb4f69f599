import type { Posting } from '#domain/contract/posting.ts'
import type { Tx } from '../db/connect.ts'

/**
 * Writes postings into the ledger; the key makes a repeated one impossible. Sums of nothing are not
 * written.
 */
export async function writePostings(
  tx: Tx,
  contractId: string,
  postings: readonly Posting[],
  at: Date,
): Promise<void> {
  const rows = postings
    .filter(({ amount }) => amount > 0)
    .map(({ key, kind, debit, credit, amount, orderId, paymentId }) => ({
      key,
      contract_id: contractId,
      order_id: orderId,
      attempt_id: paymentId,
      kind,
      debit,
      credit,
      amount,
      at,
    }))
  if (rows.length > 0) await tx.insertInto('ledger').values(rows).execute()
}
