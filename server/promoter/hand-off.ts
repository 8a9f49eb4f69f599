import type { Selectable } from 'kysely'
import { Calculation } from '#contract/ogpo-calculate.ts'
import { pathOf } from '#contract/pages.ts'
import { addMs, draftMs, positionReuseMs } from '#domain/lifetimes.ts'
import * as refusals from '#domain/refusals.ts'
import { legalVersions } from '#texts/legal-versions.ts'
import { isOwn } from '../accounts/owner.ts'
import { checkClientCode, sendClientCode } from '../codes/client-code.ts'
import { handOffPhone, masked } from '../codes/client-proof.ts'
import type { Sql } from '../db/connect.ts'
import type { HandOffs } from '../db/rows.ts'
import type { Deps } from '../deps.ts'
import type { Context } from '../http/context.ts'
import { randomKey } from '../http/create-token.ts'
import { HttpError, notFound, ok, refuse } from '../http/refuse.ts'
import { type Handlers, handle } from '../http/route.ts'
import { refusedPrice } from '../kyc/frozen.ts'
import { kindOf } from '../orders/orders.ts'
import { offeredWays } from '../payments/ways/ways.ts'
import { maskedName } from '../persons/people.ts'
import { type AnsweredQuote, everybodyOf, quoteById } from '../quotes/quotes.ts'

/**
 * A quote goes over to its client, who reads, agrees and pays on their own phone while the promoter
 * follows the same order.
 */
type HandOff = Selectable<HandOffs>

export const orderOf = (sql: Sql, quoteId: string) =>
  sql
    .selectFrom('orders')
    .select(['id', 'progress_key'])
    .where('calculation_id', '=', quoteId)
    .executeTakeFirst()

export function stateOf(handed: HandOff, ordered: boolean, now: Date) {
  if (ordered) return 'ordered' as const
  if (now > handed.expires_at) return 'expired' as const
  if (handed.consented_at) return 'consented' as const
  return handed.seen_at ? ('seen' as const) : ('open' as const)
}

async function ownQuote({ db, me }: Context, id: string): Promise<AnsweredQuote> {
  const quote = await quoteById(db, id)
  if (!quote || !isOwn(me(), quote)) throw notFound()
  return quote
}

/**
 * Creates the hand-off's key; the same quote keeps its key. Valid as long as the position of its
 * calculation, and never longer than the quote.
 */
export const handOffCreate = handle(
  'promoterHandOffCreate',
  async ({ calculationId, email }, context) => {
    const { db, clock, config, locale } = context
    const quote = await ownQuote(context, calculationId)
    const now = clock.now()
    const expiresAt = new Date(
      Math.min(quote.expires_at.getTime(), quote.created_at.getTime() + positionReuseMs),
    )
    if (now > expiresAt) return refuse(locale, refusals.quoteExpired)
    const stopped = await refusedPrice(context, everybodyOf(quote.facts))
    if (stopped) return stopped
    const handed = await db
      .insertInto('hand_offs')
      .values({
        key: randomKey(),
        quote_id: quote.id,
        email: email ?? null,
        created_at: now,
        expires_at: expiresAt,
      })
      .onConflict((conflict) =>
        conflict
          .column('quote_id')
          .doUpdateSet({ expires_at: expiresAt, ...(email ? { email } : {}) }),
      )
      .returningAll()
      .executeTakeFirstOrThrow()
    const url = `${config.publicUrl}${pathOf('handoff', locale)}?key=${handed.key}`
    return ok({ key: handed.key, url, expiresAt: expiresAt.toISOString() })
  },
)

export const handOffStatus = handle('promoterHandOffStatus', async ({ calculationId }, context) => {
  const quote = await ownQuote(context, calculationId)
  const [handed, order] = await Promise.all([
    context.db
      .selectFrom('hand_offs')
      .selectAll()
      .where('quote_id', '=', quote.id)
      .executeTakeFirst(),
    orderOf(context.db, quote.id),
  ])
  if (!handed) throw notFound()
  return ok({
    state: stateOf(handed, order !== undefined, context.clock.now()),
    expiresAt: handed.expires_at.toISOString(),
    order: order ? { orderId: order.id, key: order.progress_key } : null,
  })
})

/** The hand-off behind a key from a QR code, for a day; keys that open nothing are counted. */
export async function handedOver(
  { db, clock, limits, address }: Context,
  key: string,
): Promise<{ handed: HandOff; quote: AnsweredQuote }> {
  const handed = await db
    .selectFrom('hand_offs')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirst()
  const quote = handed ? await quoteById(db, handed.quote_id) : null
  if (!handed || !quote || handed.created_at <= dayBefore(clock.now())) {
    await limits.count('handOffPerAddress', address)
    throw notFound()
  }
  return { handed, quote }
}

const dayBefore = (now: Date) => addMs(now, -draftMs)

/** Hand-offs whose day is over. */
export async function dropHandOffs({ db, clock }: Deps): Promise<void> {
  await db.deleteFrom('hand_offs').where('created_at', '<=', dayBefore(clock.now())).execute()
}

export const handOffRead = handle('promoterHandOffRead', async ({ key }, context) => {
  const { db, clock } = context
  const { handed, quote } = await handedOver(context, key)
  const stopped = await refusedPrice(context, everybodyOf(quote.facts))
  if (stopped) return stopped
  const now = clock.now()
  if (!handed.seen_at)
    await db
      .updateTable('hand_offs')
      .set({ seen_at: now })
      .where('key', '=', key)
      .where('seen_at', 'is', null)
      .execute()
  const order = await orderOf(db, quote.id)
  const { facts } = quote
  const reply = Calculation.parse(quote.reply)
  return ok({
    state: stateOf({ ...handed, seen_at: handed.seen_at ?? now }, order !== undefined, now),
    expiresAt: handed.expires_at.toISOString(),
    kind: kindOf(quote.kind),
    insurer: {
      code: facts.insurer.code,
      name: facts.insurer.name,
      commissionPercent: facts.insurer.commissionPercent,
    },
    policyholder: maskedName(facts.policyholder),
    phone: masked(await handOffPhone(db, quote)),
    drivers: facts.insured.map((person) => ({ name: maskedName(person) })),
    cars: facts.vehicles.map((car) => ({
      registrationNumber: car.plate,
      name: `${car.make} ${car.model}, ${car.year}`,
      premium:
        reply.cars.find(({ registrationNumber }) => registrationNumber === car.plate)?.premium ?? 0,
    })),
    dateStart: facts.term.start,
    dateEnd: facts.term.end,
    period: facts.term.months,
    insurancePremium: quote.insurance_premium,
    ogpoPlusPremium: quote.ogpo_plus_premium,
    brokerPremium: quote.commission,
    remainingAmount: quote.remaining_amount,
    refundSum: quote.refund,
    toPay:
      quote.kind === 'reissue'
        ? quote.surcharge
        : quote.insurance_premium + quote.ogpo_plus_premium,
    ways: offeredWays(context.config),
    textVersions: { ...legalVersions },
    orderKey: order?.progress_key ?? null,
  })
})

/**
 * Sends the policyholder's own code to the phone of the quote or of the replaced policy: a holder
 * of the QR code cannot choose another.
 */
export const handOffSendCode = handle('promoterHandOffSendCode', async ({ key }, context) => {
  const { handed, quote } = await handedOver(context, key)
  if (context.clock.now() > handed.expires_at) return refuse(context.locale, refusals.quoteExpired)
  return sendClientCode(
    { iin: quote.facts.policyholder.iin, phone: await handOffPhone(context.db, quote) },
    context,
  )
})

export const handOffConfirm = handle(
  'promoterHandOffConfirm',
  async ({ key, otp_code }, context) => {
    const { quote } = await handedOver(context, key)
    const checked = await checkClientCode(
      { iin: quote.facts.policyholder.iin, phone: await handOffPhone(context.db, quote), otp_code },
      context,
    )
    if (checked.success)
      await context.db
        .updateTable('hand_offs')
        .set({ consented_at: context.clock.now() })
        .where('key', '=', key)
        .execute()
    return checked
  },
)

/** The way of an order, which the product's own slice knows; handed in by `handlers.ts`. */
type Place = (
  ask: Parameters<Handlers['ogpoOrder']>[0],
  replacing: string | null,
  context: Context,
  handedOver: true,
) => ReturnType<Handlers['promoterHandOffOrder']>

/**
 * The policyholder alone orders; how it is paid they choose themselves, and again as often as a
 * payment fails.
 */
export const handOffOrder = (place: Place): Handlers['promoterHandOffOrder'] =>
  handle('promoterHandOffOrder', async ({ key, email, ...ask }, context) => {
    const { handed, quote } = await handedOver(context, key)
    if (!isOwn(context.me(), quote)) throw new HttpError(404)
    const ordered = await orderOf(context.db, quote.id)
    if (!ordered && context.clock.now() > handed.expires_at)
      return refuse(context.locale, refusals.quoteExpired)
    const to = email ?? handed.email
    return place(
      { ...ask, calculationId: quote.id, ...(to ? { email: to } : {}) },
      quote.replaces_global_id,
      context,
      true,
    )
  })
