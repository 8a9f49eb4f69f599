import { Calculation } from '#contract/ogpo-calculate.ts'
import * as refusals from '#domain/refusals.ts'
import { legalVersions } from '#texts/legal-versions.ts'
import { isOwn } from '../accounts/owner.ts'
import { checkClientCode } from '../codes/check-client-code.ts'
import { sendClientCode } from '../codes/client-code.ts'
import { handOffPhone, masked } from '../codes/client-phone.ts'
import type { Context } from '../http/context.ts'
import { HttpError, ok, refuse } from '../http/refuse.ts'
import { type Handlers, handle } from '../http/route.ts'
import { refusedPrice } from '../kyc/frozen.ts'
import { kindOf } from '../orders/quote-kind.ts'
import { offeredWays } from '../payments/ways/ways.ts'
import { maskedName } from '../persons/record.ts'
import { everybodyOf } from '../quotes/people.ts'
import { handedOver, orderOf, stateOf } from './hand-off.ts'

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
 * The policyholder's own code, to the phone of the quote or of the policy that is replaced: whoever
 * holds the QR code cannot choose another.
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
