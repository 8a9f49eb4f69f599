import * as refusals from '#domain/refusals.ts'
import { Unavailable } from '#systems/http.ts'
import { lockContract } from '../../contracts/lock.ts'
import type { Deps } from '../../deps.ts'
import { step } from '../../jobs/steps.ts'
import { attemptById, moveAttempt } from '../attempts.ts'
import {
  type About,
  type Opened,
  recordOpened,
  recordOpenedAtOnce,
  recordRefused,
} from '../record.ts'
import { billUnclear } from '../unclear.ts'

const UNCLEAR: Opened = { opened: false, code: refusals.invoiceRefused, reason: billUnclear }

export async function sendBill(deps: Deps, about: About): Promise<Opened> {
  const attempt = await attemptById(deps.db, about.attempt.id)
  if (attempt?.state === 'awaiting') return { opened: true, redirectUrl: null }
  if (attempt?.state !== 'created') return { opened: false, code: refusals.orderNotSuitable }
  // Sent before, no answer recorded: the sending process died.
  if (attempt.asked_at) return unclear(deps, about, 'whoever asked for it has died')
  const phone = phoneOf(about)
  if ((await deps.systems.bank.hasApp(phone)) === 'no') return noApp(deps, about)
  const reply = await step('invoice.create', () => askOnce(deps, about, phone))
  if ('closed' in reply) return { opened: false, code: refusals.orderNotSuitable }
  return 'billId' in reply ? kept(deps, about, reply.billId) : notMade(deps, about, reply)
}

/**
 * The same for an attempt this very request has just stored as sent to the bank, so that it reads
 * and writes nothing first.
 */
export async function sendNewBill(deps: Deps, about: About): Promise<Opened> {
  const phone = phoneOf(about)
  const app = await orTakenBack(deps, about, () => deps.systems.bank.hasApp(phone))
  if (app === 'no') return noApp(deps, about)
  const reply = await step('invoice.create', () => invoice(deps, about, phone))
  if (!('billId' in reply)) return notMade(deps, about, reply)
  const done = await step('invoice.commit', () =>
    recordOpenedAtOnce(deps, about, reply.billId, null),
  )
  // Closed meanwhile, or the number is known.
  return done ? { opened: true, redirectUrl: null } : kept(deps, about, reply.billId)
}

const phoneOf = ({ attempt, sale }: About): string => attempt.phone ?? sale.phone ?? ''

async function noApp(deps: Deps, about: About): Promise<Opened> {
  await recordRefused(deps, about, 'bank', 'phone_unknown')
  return { opened: false, code: refusals.invoicePhoneNotFound }
}

/** Outcomes without a bill. */
type NotMade = Exclude<Awaited<ReturnType<typeof invoice>>, { billId: string }>

async function notMade(deps: Deps, about: About, reply: NotMade): Promise<Opened> {
  if ('unclear' in reply) return unclear(deps, about, reply.unclear)
  if (reply.refused === 'setup')
    deps.log.error(
      { attempt: about.attempt.id, reason: reply.text },
      'the bank makes no bills for us',
    )
  await recordRefused(deps, about, 'bank', reply.refused)
  return {
    opened: false,
    code:
      reply.refused === 'phone_unknown' ? refusals.invoicePhoneNotFound : refusals.invoiceRefused,
  }
}

/** Records the bill and starts its checks, unless its number belongs to another one. */
async function kept(deps: Deps, about: About, billId: string): Promise<Opened> {
  const { attempt } = about
  const known = await deps.db
    .selectFrom('payment_attempts')
    .select('id')
    .where('way', '=', 'bill')
    .where('outside_id', '=', billId)
    .where('id', '<>', attempt.id)
    .executeTakeFirst()
  if (known) return unclear(deps, about, `QrPaymentId is that of ${known.id}`)
  await step('invoice.commit', () => recordOpened(deps, about, billId, null))
  return { opened: true, redirectUrl: null }
}

/** Records the request first. Takes it back if surely nothing was sent; it may then be repeated. */
async function askOnce(deps: Deps, about: About, phone: string) {
  const { numUpdatedRows } = await deps.db
    .updateTable('payment_attempts')
    .set({ asked_at: deps.clock.now() })
    .where('id', '=', about.attempt.id)
    .where('state', '=', 'created')
    .where('asked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? invoice(deps, about, phone) : { closed: true as const }
}

/** Requests the bill of an attempt whose row records the request. */
async function invoice(deps: Deps, about: About, phone: string) {
  const { attempt, sale, product } = about
  const { id: orderId, amount } = attempt
  return orTakenBack(deps, about, async () => {
    try {
      return await deps.systems.bank.invoice({
        orderId,
        phone,
        amount,
        comment: product.purpose(sale),
      })
    } catch (cause) {
      if (cause instanceof Unavailable && cause.mayHaveHappened) return { unclear: cause.message }
      throw cause
    }
  })
}

/**
 * If the bank is down, its bill was surely not sent: clears the request, so that it may be
 * repeated.
 */
async function orTakenBack<T>(
  deps: Deps,
  { attempt, sale }: About,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    if (!(cause instanceof Unavailable)) throw cause
    deps.log.warn({ attempt: attempt.id, order: sale.id }, 'a bill was not sent')
    await deps.db
      .updateTable('payment_attempts')
      .set({ asked_at: null })
      .where('id', '=', attempt.id)
      .execute()
    throw cause
  }
}

/**
 * The bill may exist, but we never received the number needed to query it. Tells the client; staff
 * search the bank's application by our number.
 */
async function unclear(deps: Deps, { attempt, sale }: About, why: string): Promise<Opened> {
  deps.log.error(
    { attempt: attempt.id, order: sale.id, reason: why },
    'a bill may have been sent: the bank did not say',
  )
  await deps.db.transaction().execute(async (tx) => {
    await lockContract(tx, attempt.contract_id)
    if ((await attemptById(tx, attempt.id))?.state === 'created')
      await moveAttempt(
        tx,
        sale.product,
        attempt.id,
        'error',
        { actor: 'bank', reason: billUnclear, at: deps.clock.now() },
        { failure: why.slice(0, 200) },
      )
  })
  return UNCLEAR
}
