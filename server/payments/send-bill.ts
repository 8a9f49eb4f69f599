import { Unavailable } from '#systems/http.ts'
import { lockContract } from '../contracts/lock.ts'
import type { Deps } from '../deps.ts'
import { step } from '../jobs/steps.ts'
import { attemptById, moveAttempt } from './attempts.ts'
import { type About, type Opened, opened, refused } from './opened.ts'
import { billUnclear } from './unclear.ts'

const UNCLEAR: Opened = { opened: false, code: 14010, reason: billUnclear }

export async function sendBill(deps: Deps, about: About): Promise<Opened> {
  const { sale, product } = about
  const attempt = await attemptById(deps.db, about.attempt.id)
  if (attempt?.state === 'awaiting') return { opened: true, redirectUrl: null }
  if (attempt?.state !== 'created') return { opened: false, code: 14012 }
  // Asked before, and the answer was not kept: whoever asked is dead.
  if (attempt.asked_at) return unclear(deps, about, 'whoever asked for it has died')
  const phone = attempt.phone ?? sale.phone ?? ''
  if ((await deps.systems.bank.hasApp(phone)) === 'no') {
    await refused(deps, about, 'bank', 'phone_unknown')
    return { opened: false, code: 10301 }
  }
  const reply = await step('invoice.create', () =>
    askOnce(deps, about, phone, product.purpose(sale)),
  )
  if ('closed' in reply) return { opened: false, code: 14012 }
  if ('unclear' in reply) return unclear(deps, about, reply.unclear)
  if ('refused' in reply) {
    if (reply.refused === 'setup')
      deps.log.error({ attempt: attempt.id, reason: reply.text }, 'the bank makes no bills for us')
    await refused(deps, about, 'bank', reply.refused)
    return { opened: false, code: reply.refused === 'phone_unknown' ? 10301 : 14010 }
  }
  const known = await deps.db
    .selectFrom('payment_attempts')
    .select('id')
    .where('way', '=', 'bill')
    .where('outside_id', '=', reply.billId)
    .where('id', '<>', attempt.id)
    .executeTakeFirst()
  if (known) return unclear(deps, about, `QrPaymentId is that of ${known.id}`)
  await step('invoice.commit', () => opened(deps, about, reply.billId, null))
  return { opened: true, redirectUrl: null }
}

/**
 * That the bill is asked for is written down before. What surely was not sent is taken back and may
 * be asked for again.
 */
async function askOnce(deps: Deps, { attempt, sale }: About, phone: string, comment: string) {
  const { numUpdatedRows } = await deps.db
    .updateTable('payment_attempts')
    .set({ asked_at: deps.clock.now() })
    .where('id', '=', attempt.id)
    .where('state', '=', 'created')
    .where('asked_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return { closed: true as const }
  try {
    return await deps.systems.bank.invoice({
      orderId: attempt.id,
      phone,
      amount: attempt.amount,
      comment,
    })
  } catch (cause) {
    if (!(cause instanceof Unavailable)) throw cause
    if (cause.mayHaveHappened) return { unclear: cause.message }
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
 * A bill may exist. It cannot be asked about without its number: the client is told, staff find it
 * by our number in the bank's application.
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
