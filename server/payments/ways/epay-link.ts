import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { TheirLine } from '#domain/card-refunds.ts'
import { moneyCame } from '#domain/client-money.ts'
import * as refusals from '#domain/refusals.ts'
import type { Epay } from '#systems/epay/port.ts'
import { Unavailable } from '#systems/http.ts'
import { withLock } from '../../db/locks.ts'
import type { Deps } from '../../deps.ts'
import { paymentCheckJob } from '../../jobs/definitions.ts'
import { step } from '../../jobs/steps.ts'
import { type Attempt, attemptById, recordChecked } from '../attempts.ts'
import { writeChargeback, writeDisputeWon } from '../chargebacks.ts'
import { paymentOver, receivePayment } from '../receive.ts'
import { type About, type Opened, recordOpened, recordRefused } from '../record.ts'
import { isAwaited } from './card-holds.ts'
import { refundByRest, wentBackByRest } from './refund-by-rest.ts'
import type { Standing, Way } from './way.ts'

/**
 * A link to the page of Halyk ePay, which accepts a card, a wallet or the bank's QR. It sends
 * notices, which we confirm by a query.
 */
export const epayLink: Way<'epay'> = {
  name: 'epay',
  isOffered: ({ systems }) => systems.epay !== null,
  open: async (deps, about) =>
    (await withLock(deps.locks, `link:${about.attempt.id}`, () => openLink(deps, about))) ?? {
      opened: false,
      code: refusals.apiUnavailable,
    },
  status: async (deps, attempt) => standing(epayOf(deps), attempt),
  settle,
  refund: async (deps, refund, attempt) => {
    await compare(deps, attempt)
    const epay = epayOf(deps)
    return refundByRest(deps, refund, attempt, {
      name: 'Halyk ePay',
      amountField: 'orgAmount',
      restField: 'payoutAmount',
      held: () => heldOf(epay, attempt),
      refund: async ({ id, amount }) =>
        epay.refund({ paymentId: await paymentIdOf(epay, attempt), amount, key: id }),
    })
  },
  wentBack: async (deps, { invoice }) =>
    invoice !== null && wentBackByRest(await heldOf(epayOf(deps), { invoice })),
  compare,
  notices: mountEpayNotices,
}

type Numbered = Pick<Attempt, 'invoice'>

function epayOf({ systems }: Pick<Deps, 'systems'>): Epay {
  if (!systems.epay) throw new Unavailable('epay', 'invoice', 'it is not set', false)
  return systems.epay
}

function invoiceOf({ invoice }: Numbered): string {
  if (!invoice) throw new Error('an attempt by ePay has no number')
  return invoice
}

const noticeUrl = ({ config }: Deps): string => `${config.publicUrl}/api/hooks/epay`

/**
 * Records the link's request first. If one was requested before, searches for it, so that a lost
 * answer makes no second link.
 */
async function openLink(deps: Deps, about: About): Promise<Opened> {
  const { sale, product } = about
  const attempt = await attemptById(deps.db, about.attempt.id)
  if (attempt?.state === 'awaiting') return { opened: true, redirectUrl: attempt.redirect_url }
  if (attempt?.state !== 'created') return { opened: false, code: refusals.orderNotSuitable }
  const epay = epayOf(deps)
  const { amount } = attempt
  const invoice = invoiceOf(attempt)
  const known = attempt.asked_at ? await epay.findLink(invoice, amount) : null
  if (!attempt.asked_at)
    await deps.db
      .updateTable('payment_attempts')
      .set({ asked_at: deps.clock.now() })
      .where('id', '=', attempt.id)
      .execute()
  const { backUrl } = await product.page(deps, sale)
  const link =
    known ??
    (await step('card.page', () =>
      epay.link({
        invoice,
        account: attempt.id,
        amount,
        description: product.purpose(sale),
        locale: sale.locale,
        noticeUrl: noticeUrl(deps),
        backUrl,
      }),
    ))
  if ('refused' in link) {
    await recordRefused(deps, about, 'epay', link.text || link.refused)
    return { opened: false, code: refusals.cardPageFailed }
  }
  const isOpen = await step('card.commit', () => recordOpened(deps, about, link.id, link.url))
  return isOpen
    ? { opened: true, redirectUrl: link.url }
    : { opened: false, code: refusals.orderNotSuitable }
}

/** Returns the payment's state, with the part of its money already gone. */
async function standing(epay: Epay, attempt: Attempt): Promise<Standing> {
  const { rest, ...of } = await epay.status(invoiceOf(attempt))
  const gone = of.status === 'paid' && of.amount !== null && rest !== null ? of.amount - rest : 0
  return gone > 0 && rest !== null ? { ...of, gone: [takenTo(rest, gone)] } : of
}

/**
 * A line of money the bank returned past us: each leaves another rest, which identifies it; after a
 * dispute we won the same rest may recur.
 */
const takenTo = (rest: number, amount: number, won = 0): TheirLine => ({
  id: `rest-${rest}${won > 0 ? `-${won}` : ''}`,
  amount,
  state: 'done',
  why: '',
})

/** Captures a hold for a sale that waits for it, releases it otherwise. */
async function settle(deps: Deps, attempt: Attempt, held: Standing): Promise<Standing> {
  const epay = epayOf(deps)
  const { paymentId } = held
  if (!paymentId) return held
  const isTaken = await isAwaited(deps, attempt, held)
  await step('hold.settle', () => (isTaken ? epay.charge(paymentId) : epay.cancel(paymentId)))
  return standing(epay, attempt)
}

async function heldOf(epay: Epay, of: Numbered): Promise<{ amount: number; rest: number } | null> {
  const { status, amount, rest } = await epay.status(invoiceOf(of))
  return status === 'paid' && amount !== null && rest !== null ? { amount, rest } : null
}

async function paymentIdOf(epay: Epay, attempt: Attempt): Promise<string> {
  const { paymentId } = await epay.status(invoiceOf(attempt))
  if (!paymentId) throw new Unavailable('epay', 'check-status', 'no transaction', false)
  return paymentId
}

/**
 * Records what went back past us: more is gone than the ledger has, and no refund of ours is under
 * way. Returns false if it needs another check. Throws `Unavailable`.
 */
async function compare(deps: Deps, attempt: Attempt): Promise<boolean> {
  const isDone = await withLock(deps.locks, `refund-of:${attempt.id}`, async () => {
    const held = await heldOf(epayOf(deps), attempt)
    const asked = await deps.db
      .selectFrom('refunds')
      .select('id')
      .where('attempt_id', '=', attempt.id)
      .where('state', '=', 'due')
      .where('asked_at', 'is not', null)
      .executeTakeFirst()
    if (!held) return true
    if (asked) return false
    const booked = await deps.db
      .selectFrom('ledger')
      .select([
        sql<string>`coalesce(sum(case when credit = ${attempt.system} then amount else -amount end), 0)`.as(
          'gone',
        ),
        sql<number>`(count(*) filter (where kind = 'dispute_won'))::int`.as('won'),
      ])
      .where('attempt_id', '=', attempt.id)
      .where((expression) =>
        expression.or([
          expression('credit', '=', attempt.system),
          expression('kind', '=', 'dispute_won'),
        ]),
      )
      .executeTakeFirstOrThrow()
    // Tiyn are booked as a whole tenge.
    const strange = Math.ceil(held.amount - held.rest - Number(booked.gone))
    const line = takenTo(held.rest, Math.abs(strange), booked.won)
    if (strange < 0)
      await writeDisputeWon(deps, attempt, { outsideId: line.id, amount: line.amount })
    return strange > 0 ? writeChargeback(deps, attempt, line) : true
  })
  return isDone ?? false
}

/**
 * A notice only triggers a query: its secret brings no policy without the bank's reply. The bank
 * repeats it until it gets a 200.
 */
function mountEpayNotices(app: FastifyInstance, deps: Deps): void {
  app.post('/api/hooks/epay', { bodyLimit: 32_768 }, async (request, reply) => {
    const { systems, db, log } = deps
    const said = systems.epay?.readNotice(bodyOf(request.body))
    if (!said) return reply.code(404).send()
    if (!said.ok) {
      log.warn({ request: request.id, reason: said.reason }, 'a notice of ePay was refused')
      return reply.code(403).send()
    }
    const attempt = await db
      .selectFrom('payment_attempts')
      .selectAll()
      .where('invoice', '=', said.invoice)
      .executeTakeFirst()
    if (!attempt) return reply.code(404).send()
    if (said.amount !== attempt.amount || said.currency !== 'KZT') {
      log.error({ request: request.id, attempt: attempt.id }, 'a notice of another amount')
      return reply.code(409).send()
    }
    try {
      return reply.code((await look(deps, attempt)) ? 200 : 503).send()
    } catch (cause) {
      // They do not answer now: they repeat the notice, and our own job queries as well.
      if (!(cause instanceof Unavailable)) throw cause
      await deps.queue.send(
        paymentCheckJob,
        { attemptId: attempt.id },
        { inSeconds: deps.config.pollSeconds, once: 'any' },
      )
      return reply.code(503).send()
    }
  })
}

const bodyOf = (body: unknown): string =>
  typeof body === 'string' ? body : body ? JSON.stringify(body) : ''

/** Queries a payment's state and acts on it. Returns false if nothing is certain yet. */
async function look(deps: Deps, attempt: Attempt): Promise<boolean> {
  if (moneyCame(attempt)) {
    return compare(deps, attempt)
  }
  let theirs: Standing = await standing(epayOf(deps), attempt)
  await recordChecked(deps, attempt)
  if (theirs.status === 'held') theirs = await settle(deps, attempt, theirs)
  if (theirs.status === 'paid') {
    if (theirs.amount !== attempt.amount) {
      deps.log.error({ attempt: attempt.id }, 'the payment is of another amount')
      return true
    }
    await receivePayment(deps, attempt, 'epay', theirs)
    return true
  }
  if (theirs.status !== 'rejected') return false
  await paymentOver(deps, attempt, 'rejected', 'epay', 'rejected')
  return true
}
