import type { Selectable } from 'kysely'
import { noParty, ownParty, type Party, wayParty } from '#domain/books/parties.ts'
import { addDays, type Day, startOfDay } from '#domain/calendar.ts'
import type { Account, Posting } from '#domain/contract/posting.ts'
import { issueDeadline } from '#domain/lifetimes.ts'
import { endDay } from '#domain/ogpo/period.ts'
import * as refusals from '#domain/refusals.ts'
import { legalVersions } from '#texts/legal-versions.ts'
import type { Tx } from '../db/connect.ts'
import type { Quotes } from '../db/rows.ts'
import type { Deps } from '../deps.ts'
import { randomKey } from '../http/create-token.ts'
import { documentsJob } from '../jobs/definitions.ts'
import { draftOf } from '../ogpo/quote.ts'
import { giveUp } from '../orders/give-up.ts'
import { orderById } from '../orders/orders.ts'
import { enqueueReceipt } from '../payments/receipts.ts'
import { writePostings } from '../payments/record.ts'
import { QuoteFacts } from '../quotes/quotes.ts'

type Quote = Selectable<Quotes>
type Sums = Pick<Quote, 'insurance_premium' | 'commission'>

type Ended = 'issued' | 'issuing' | 'expired' | 'rejected' | 'cancelled' | 'refunded'

/** The order, issued or never paid, with the states it went through. */
async function order(
  tx: Tx,
  {
    orderId,
    quote,
    of,
    at,
  }: {
    orderId: string
    quote: Sums & Pick<Quote, 'id' | 'buyer_iin' | 'promoter_iin'>
    of: { number: string; start: Day; phone: string; state?: Ended }
    at: Date
  },
) {
  const { state: end = 'issued' } = of
  await tx
    .insertInto('orders')
    .values({
      id: orderId,
      calculation_id: quote.id,
      state: end,
      number: of.number,
      progress_key: randomKey(),
      buyer_iin: quote.buyer_iin,
      promoter_iin: quote.promoter_iin,
      phone: of.phone,
      locale: 'kz',
      source: 'con_aonit_ogpo',
      channel: quote.promoter_iin ? 'promoter' : 'site',
      amount: quote.insurance_premium,
      insurance_premium: quote.insurance_premium,
      ogpo_plus_premium: 0,
      commission: quote.commission,
      accepted: JSON.stringify({ ...legalVersions, at: at.toISOString() }),
      start_date: of.start,
      created_at: at,
      paid_at: end === 'issued' || end === 'issuing' || end === 'refunded' ? at : null,
      papers_sent_at: end === 'issued' ? at : null,
    })
    .execute()
  const ways: Record<Ended, readonly string[]> = {
    issued: ['paid', 'issuing', 'issued'],
    issuing: ['paid', 'issuing'],
    refunded: ['expired', 'refunding', 'refunded'],
    expired: ['expired'],
    rejected: ['rejected'],
    cancelled: ['cancelled'],
  }
  const way = ways[end]
  for (const state of ['draft', 'awaiting_payment', ...way])
    await tx
      .insertInto('order_history')
      .values({ order_id: orderId, state, at, actor: 'demonstration', reason: 'demonstration' })
      .execute()
}

function postingsOf(orderId: string, attemptId: string, quote: Sums): Posting[] {
  const about = { orderId, paymentId: null }
  return [
    {
      ...about,
      key: `payment:${attemptId}`,
      kind: 'payment',
      debit: 'mobile_bank',
      credit: 'client',
      amount: quote.insurance_premium,
      paymentId: attemptId,
    },
    {
      ...about,
      key: `premium:${orderId}`,
      kind: 'premium',
      debit: 'client',
      credit: 'insurer',
      amount: quote.insurance_premium,
    },
    {
      ...about,
      key: `commission:${orderId}`,
      kind: 'commission',
      debit: 'insurer',
      credit: 'commission',
      amount: quote.commission,
    },
  ]
}

async function attempt(
  tx: Tx,
  of: {
    attemptId: string
    orderId: string
    billId: string | null
    phone: string
    amount: number
    at: Date
    state?: 'paid' | 'expired' | 'rejected' | 'refunded'
  },
): Promise<void> {
  const { state: end = 'paid' } = of
  const ends = end === 'refunded' ? ['expired', 'paid', 'refunding', end] : [end]
  await tx
    .insertInto('payment_attempts')
    .values({
      id: of.attemptId,
      contract_id: of.orderId,
      order_id: of.orderId,
      system: 'mobile_bank',
      way: 'bill',
      phone: of.phone,
      amount: of.amount,
      state: end,
      outside_id: of.billId,
      created_at: of.at,
      expires_at: of.at,
    })
    .execute()
  for (const state of ['created', 'awaiting', ...ends])
    await tx
      .insertInto('payment_attempt_history')
      .values({
        attempt_id: of.attemptId,
        state,
        at: of.at,
        actor: 'demonstration',
        reason: 'demonstration',
      })
      .execute()
}

async function policy(
  tx: Tx,
  { clock }: Deps,
  of: {
    orderId: string
    issued: { policyId: number; globalId: string; number: string }
    facts: QuoteFacts
    premium: number
    promoter: string | null
    at: Date
  },
): Promise<void> {
  const { start, end } = of.facts.term
  const states = end < clock.today() ? ['pending', 'active', 'ended'] : ['pending', 'active']
  const { id } = await tx
    .insertInto('policies')
    .values({
      order_id: of.orderId,
      global_id: of.issued.globalId,
      esbd_policy_id: String(of.issued.policyId),
      number: of.issued.number,
      state: states.at(-1) ?? 'active',
      policyholder_iin: of.facts.policyholder.iin,
      promoter_iin: of.promoter,
      insurer_code: of.facts.insurer.code,
      start_date: start,
      end_date: end,
      premium: of.premium,
      ogpo_plus_premium: 0,
      facts: JSON.stringify({ ...of.facts, ogpoPlus: null }),
      issued_at: new Date(of.at.getTime() + issueMs(of.orderId)),
      verified_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const state of states)
    await tx
      .insertInto('policy_history')
      .values({ policy_id: id, state, at: of.at, actor: 'demonstration', reason: 'demonstration' })
      .execute()
}

/** From the payment to the policy, as the unified database answers: some seconds, a few a minute. */
function issueMs(orderId: string): number {
  let sum = 0
  for (const sign of orderId.slice(0, 10)) sum = (sum * 31 + sign.charCodeAt(0)) % 997
  return (sum % 40 === 0 ? 65 + (sum % 30) : 9 + (sum % 37)) * 1_000
}

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
  const billId = await paidBill(deps, { attemptId, phone: of.phone, amount: premium, at })
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

/** An unpaid order of an earlier day: its bill expired, or the client cancelled. */
export async function pastUnpaid(
  { db, ...deps }: Deps,
  quoteId: string,
  of: Past & { state: 'expired' | 'rejected' | 'cancelled' },
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
      // Its bill is closed with it.
      state: of.state === 'cancelled' ? 'expired' : of.state,
    })
    await tx.deleteFrom('quotes').where('id', '=', quoteId).execute()
  })
}

/** An order that was paid when it had ended, so that its money went back the same hour. */
export async function pastReturned(deps: Deps, quoteId: string, of: Past): Promise<void> {
  const { db, systems } = deps
  const { copy, at, orderId, attemptId } = await pastQuote(deps, quoteId, of)
  const amount = copy.insurance_premium
  const billId = await paidBill(deps, { attemptId, phone: of.phone, amount, at })
  const reason = 'late_or_second_payment'
  const refundId = `R-${attemptId}-${reason}`
  const back = await systems.bank.refund({ billId, amount, key: refundId })
  if ('refused' in back) throw new Error(`the demonstration refund was refused: ${back.text}`)
  await dated(deps, billId, { paidAt: at, refundedAt: at })
  const about = { orderId, paymentId: attemptId, amount }
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('quotes').values(copy).execute()
    await order(tx, { orderId, quote: copy, of: { ...of, state: 'refunded' }, at })
    const { phone } = of
    await attempt(tx, { attemptId, orderId, billId, phone, amount, at, state: 'refunded' })
    await tx
      .insertInto('refunds')
      .values({
        id: refundId,
        contract_id: orderId,
        order_id: orderId,
        attempt_id: attemptId,
        amount,
        reason,
        state: 'done',
        outside_id: back.refundId,
        created_at: at,
        done_at: at,
      })
      .execute()
    const to = (kind: 'payment' | 'refund_due' | 'refund', debit: Account, credit: Account) => ({
      ...about,
      key: `${kind}:${kind === 'payment' ? attemptId : refundId}`,
      kind,
      debit,
      credit,
    })
    const postings: Posting[] = [
      to('payment', 'mobile_bank', 'client'),
      to('refund_due', 'client', 'refunds'),
      to('refund', 'refunds', 'mobile_bank'),
    ]
    await writePostings(tx, orderId, postings, at)
    const receipt = { orderId, way: 'mobile_bank' as const, amount, at }
    await enqueueReceipt(tx, deps, { key: `payment:${attemptId}`, operation: 'sale', ...receipt })
    await enqueueReceipt(tx, deps, { key: `refund:${refundId}`, operation: 'return', ...receipt })
    await tx.deleteFrom('quotes').where('id', '=', quoteId).execute()
  })
}

/** Time until the next query of the unified database: until then staff may run it at the desk. */
const NEXT_TRY_MS = 8 * HOUR
/** … but before the refund. */
const LAST_TRY_MS = 5 * 60_000

/**
 * Makes a paid sale of today whose policy the unified database has not accepted yet: it waits at
 * the desk, and is issued by itself later. `givenUp`: refunded instead.
 */
export async function pastWaiting(
  deps: Deps,
  quoteId: string,
  of: Past & { minutesAgo: number; givenUp: boolean },
): Promise<void> {
  const { db, clock } = deps
  const { copy, orderId, attemptId } = await pastQuote(deps, quoteId, of)
  const now = clock.now()
  const at = new Date(now.getTime() - of.minutesAgo * 60_000)
  const amount = copy.insurance_premium
  const billId = await paidBill(deps, { attemptId, phone: of.phone, amount, at })
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('quotes').values(copy).execute()
    await order(tx, { orderId, quote: copy, of: { ...of, state: 'issuing' }, at })
    await tx
      .updateTable('orders')
      .set({
        issue_attempts: 3,
        next_attempt_at: new Date(
          Math.min(
            now.getTime() + NEXT_TRY_MS,
            issueDeadline(at, of.start).getTime() - LAST_TRY_MS,
          ),
        ),
        issue_error: JSON.stringify({
          code: refusals.apiUnavailable,
          system: 'esbd',
          operation: 'SetPolicy',
          since: at.toISOString(),
        }),
      })
      .where('id', '=', orderId)
      .execute()
    await attempt(tx, { attemptId, orderId, billId, phone: of.phone, amount, at })
    await writePostings(tx, orderId, postingsOf(orderId, attemptId, copy).slice(0, 1), at)
    await enqueueReceipt(tx, deps, {
      key: `payment:${attemptId}`,
      operation: 'sale',
      orderId,
      way: 'mobile_bank',
      amount,
      at,
    })
    await tx.deleteFrom('quotes').where('id', '=', quoteId).execute()
  })
  const made = of.givenUp ? await orderById(db, orderId) : undefined
  if (made) await giveUp(deps, made, { actor: 'demonstration', reason: 'demonstration' })
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

/** Makes the documents without notifying anybody about an old purchase. */
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

/**
 * Makes a bill in the sandbox's bank, paid on the virtual phone on that day, so that a refund has a
 * target and the bank's statement has the bill.
 */
async function paidBill(
  deps: Deps,
  of: { attemptId: string; phone: string; amount: number; at: Date },
): Promise<string> {
  const { systems } = deps
  const bill = await systems.bank.invoice({
    orderId: of.attemptId,
    phone: of.phone,
    amount: of.amount,
    comment: 'Qorgan',
  })
  if ('refused' in bill) throw new Error(`the demonstration bill was refused: ${bill.text}`)
  const { billId } = bill
  await fetch(`${invoicesAt(deps)}/${billId}/pay`, { method: 'POST' })
  await dated(deps, billId, { paidAt: of.at })
  return billId
}

const invoicesAt = ({ config }: Deps) => `${config.sandbox?.url}/control/invoices`

/** Backdates it in the sandbox's bank. */
const dated = (deps: Deps, billId: string, when: { paidAt: Date; refundedAt?: Date }) =>
  fetch(`${invoicesAt(deps)}/${billId}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(when),
  })

/**
 * Counterparties of the demonstration. Not real: their numbers place their start in December 2035.
 */

const bank = { bank: 'АО «Ертіс Банк»', bic: 'ERTSKZKA', kbe: '15' }
const insurer = (name: string, bin: string, iban: string, contract: string): Partial<Party> => ({
  name,
  bin,
  iban,
  contract,
  contractDay: '2026-01-12',
  knp: '119',
  ...bank,
  address: 'г. Алматы, улица Примерная, 1',
})
const parties: Readonly<Record<string, Partial<Party>>> = {
  [ownParty]: { iban: 'KZ68601TEST000000001', signer: 'Ермекова Жанар', ...bank },
  dala: insurer('АО «СК «Дала»', '351240000020', 'KZ14601TEST000000003', '7-Д'),
  tobyl: insurer('АО «СК «Тобыл»', '351240000030', 'KZ41601TEST000000002', '8-Т'),
  alatau: insurer('АО «СК «Алатау»', '351240000040', 'KZ84601TEST000000004', '9-А'),
  syrdarya: insurer('АО «СК «Сырдария»', '351240100007', 'KZ57601TEST000000005', '10-С'),
  [wayParty('mobile_bank')]: { name: 'АО «Ертіс Банк»', bin: '351240100077' },
  [wayParty('card')]: { name: 'АО «Көкжиек Банк»', bin: '351240100126' },
  [wayParty('epay')]: { name: 'АО «Көкжиек Банк»', bin: '351240100126' },
}

/** Once: later edits remain. */
export async function demoParties({ db }: Deps): Promise<void> {
  const known = await db.selectFrom('book_parties').select('id').limit(1).executeTakeFirst()
  if (known) return
  await db
    .insertInto('book_parties')
    .values(
      Object.entries(parties).map(([code, facts]) => ({
        code,
        sample: true,
        facts: JSON.stringify(code === ownParty ? facts : { ...noParty, ...facts }),
      })),
    )
    .execute()
}
