import { isRefused } from '#domain/contract/refusal.ts'
import { audit } from '../audit/audit.ts'
import { act } from '../contracts/contracts.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { actor } from './books-lock.ts'
import type { Moved } from './statement-lines.ts'

/** Statement lines that people entered in our books, and how they are removed again. */

type BookedAct = 'bank_return' | 'dispute_won' | 'refund_gone'

/** An entry of the statement has consequences in the books, so the statement stays. */
export class BookedLineStays extends Error {
  readonly line: number
  readonly act: BookedAct
  constructor(line: number, act: BookedAct) {
    super(`line ${line} stays in the books: ${act}`)
    this.line = line
    this.act = act
  }
}

/** Lists the lines of a statement that are entered in our books. */
export const bookedLinesOf = (sql: Sql, statement: string) =>
  sql
    .selectFrom('booked_lines')
    .selectAll()
    .where('statement_id', '=', statement)
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()

/** Records that a line is entered in our books. */
export async function keepBooked(
  tx: Tx,
  key: string,
  moved: Moved,
  { by, at }: { by: string; at: Date },
): Promise<void> {
  const [statement = '', line] = key.split(':')
  await tx
    .insertInto('booked_lines')
    .values({
      statement_id: statement,
      line: Number(line),
      contract_id: moved.contractId,
      order_id: moved.orderId,
      payment_id: moved.paymentId,
      act: moved.act.act,
      movement: moved.movement,
      outside_id: moved.outsideId,
      booked_at: at,
      booked_by: by,
    })
    .execute()
}

/**
 * Removes the entries of a statement's lines from our books by reversing lines and returns their
 * number. Throws `BookedLineStays` if one cannot be removed: the transaction undoes all.
 */
export async function unbook(
  tx: Tx,
  context: Context,
  statement: string,
  account: string,
): Promise<number> {
  const at = context.clock.now()
  const lines = await bookedLinesOf(tx, statement)
  for (const line of lines) {
    const of = line.act as BookedAct
    // A receipt is printed, or the client has the money: these cannot be reversed.
    if (of !== 'bank_return') throw new BookedLineStays(line.line, of)
    const what = {
      act: 'return_undone',
      paymentId: line.payment_id,
      outsideId: line.outside_id,
    } as const
    const decision = await act(tx, context, line.contract_id, what, { actor: actor(account), at })
    if (isRefused(decision)) throw new BookedLineStays(line.line, of)
    await tx
      .updateTable('booked_lines')
      .set({ undone_at: at, undone_by: account })
      .where('id', '=', line.id)
      .execute()
    await audit(tx, at, {
      actor: actor(account),
      action: 'difference.reopened',
      object: { kind: 'order', id: line.order_id },
      details: { kind: 'statement_unmatched', key: `${statement}:${line.line}`, act: of },
    })
  }
  return lines.length
}
