import { z } from 'zod'
import { addDays, type Day, startOfDay } from '#domain/calendar.ts'
import { endDay } from '#domain/ogpo/period.ts'
import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { randomKey } from '../http/create-token.ts'
import { documentsJob } from '../jobs/definitions.ts'
import { draftOf } from '../ogpo/quote.ts'
import { writePostings } from '../payments/ledger.ts'
import { enqueueReceipt } from '../payments/receipts.ts'
import { QuoteFacts } from '../quotes/facts.ts'
import { attempt, order, policy, postingsOf } from './demo-policy-rows.ts'

const HOUR = 3_600_000
const MONTHS = 12

/**
 * A policy as if it had been bought on an earlier day, for the demonstration: a copy of a quote
 * with earlier dates, its order, a bill that the sandbox's bank really holds as paid, the policy in
 * the sandbox's unified database, and documents made by the ordinary job.
 */
export async function pastPolicy(deps: Deps, quoteId: string, of: Past): Promise<void> {
  const { db, systems } = deps
  const { copy, facts, at, orderId, attemptId } = await pastQuote(deps, quoteId, of)
  const premium = copy.insurance_premium
  const issued = await systems.esbd.issue(draftOf(facts, { number: of.number, premium, email: '' }))
  const billId = await paidBill(deps, { attemptId, phone: of.phone, amount: premium })
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('quotes').values(copy).execute()
    await order(tx, { orderId, quote: copy, of, at })
    await attempt(tx, { attemptId, orderId, billId, phone: of.phone, amount: premium, at })
    await writePostings(tx, orderId, postingsOf(orderId, attemptId, copy), at)
    await enqueueReceipt(tx, deps, {
      key: `payment:${attemptId}`,
      operation: 'sale',
      orderId,
      way: 'mobile_bank',
      amount: premium,
      at,
    })
    await policy(tx, deps, { orderId, issued, facts, premium, promoter: copy.promoter_iin, at })
    await silence(tx, orderId, at)
    await deps.queue.enqueue(tx, documentsJob, { orderId })
    await tx.deleteFrom('quotes').where('id', '=', quoteId).execute()
  })
}

/** An order of an earlier day that nobody paid: its bill ran out, or the client did not want it. */
export async function pastUnpaid(
  { db, ...deps }: Deps,
  quoteId: string,
  of: Past & { state: 'expired' | 'rejected' },
): Promise<void> {
  const { copy, at, orderId, attemptId } = await pastQuote({ db, ...deps }, quoteId, of)
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('quotes').values(copy).execute()
    await order(tx, { orderId, quote: copy, of, at })
    await attempt(tx, {
      attemptId,
      orderId,
      billId: null,
      phone: of.phone,
      amount: copy.insurance_premium,
      at,
      state: of.state,
    })
    await tx.deleteFrom('quotes').where('id', '=', quoteId).execute()
  })
}

/** `hour`: of the day before it began, in Almaty. */
type Past = { number: string; start: Day; phone: string; hour?: number }

/** A quote of today as if it had been made the day before the policy began. */
async function pastQuote({ db }: Deps, quoteId: string, of: Past) {
  const quote = await db
    .selectFrom('quotes')
    .selectAll()
    .where('id', '=', quoteId)
    .executeTakeFirstOrThrow()
  const read = QuoteFacts.parse(quote.facts)
  const end = endDay(of.start, MONTHS)
  const facts: QuoteFacts = {
    ...read,
    quotedOn: addDays(of.start, -1),
    term: { ...read.term, start: of.start, end },
  }
  const at = new Date(startOfDay(addDays(of.start, -1)).getTime() + (of.hour ?? 12) * HOUR)
  const orderId = `${of.number}-${randomKey().slice(0, 6)}`
  const copy = {
    ...quote,
    id: crypto.randomUUID(),
    application_id: crypto.randomUUID(),
    draft_number: `${quote.draft_number}-${of.number}`,
    facts: JSON.stringify(facts),
    price: JSON.stringify(quote.price),
    reply: JSON.stringify(quote.reply),
    position: null,
    ogpo_plus_premium: 0,
    created_at: at,
    expires_at: at,
  }
  return { copy, facts, at, orderId, attemptId: `${orderId}-1` }
}

/** The documents are made; nobody is told about a purchase of long ago. */
async function silence(tx: Tx, orderId: string, at: Date) {
  for (const kind of ['sms', 'mail'] as const)
    await tx
      .insertInto('messages')
      .values({
        id: `${orderId}:${kind}:issued`,
        order_id: orderId,
        kind,
        purpose: 'issued',
        created_at: at,
      })
      .execute()
  await tx.updateTable('messages').set({ sent_at: at }).where('order_id', '=', orderId).execute()
}

const Invoices = z.array(z.object({ id: z.string(), status: z.string() }))

/** A bill in the sandbox's bank, paid on the virtual phone, so that a refund has where to go. */
async function paidBill(
  { systems, config }: Deps,
  of: { attemptId: string; phone: string; amount: number },
): Promise<string> {
  const bill = await systems.bank.invoice({
    orderId: of.attemptId,
    phone: of.phone,
    amount: of.amount,
    comment: 'Qorgan',
  })
  if ('refused' in bill) throw new Error(`the demonstration bill was refused: ${bill.text}`)
  const phone = `${config.sandbox?.url}/control/invoices`
  const [newest] = Invoices.parse(await (await fetch(`${phone}?phone=${of.phone}`)).json()).filter(
    ({ status }) => status === 'awaiting',
  )
  if (newest) await fetch(`${phone}/${newest.id}/pay`, { method: 'POST' })
  return bill.billId
}
