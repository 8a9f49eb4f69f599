import { noticeModes, type World } from '../sandbox-kit.ts'
import { amountText } from './protocol.ts'
import { deliver, pause } from './sandbox-manners.ts'
import { type Card, cameBy, cards, maskPan, type Payment } from './sandbox-payments.ts'
import { type PgParams, signed, writeXml } from './xml.ts'

export type Pauses = {
  /** Milliseconds before each repetition while the answer is not `ok`. */
  repeat: readonly number[]
  /** Delay of the mode `late`. */
  late: number
}
export const usualPauses: Pauses = { repeat: [1_000, 3_000, 10_000, 30_000], late: 5_000 }

/**
 * The signed result of a payment, posted to the shop until it answers `ok`. The fault switch knows
 * it as operation `result`: `twice`, `late`, `never`, and the two that must be refused
 * (`bad_signature`, `wrong_amount`), which are sent once. Resolves after the first attempt.
 */
export async function notifyResult(
  world: World,
  payment: Payment,
  secret: string,
  pauses: Pauses,
): Promise<void> {
  if (!payment.resultUrl) return
  const mode = world.takeFault('acquirer', 'result', noticeModes)?.mode ?? null
  if (mode === 'never') return
  const script = scriptOf(payment.resultUrl)
  const form = () => {
    const message = signed(
      script,
      resultOf(
        world,
        payment,
        mode === 'wrong_amount' ? payment.amount + 1 : payment.amount,
        world.now(),
      ),
      secret,
    )
    return mode === 'bad_signature' ? { ...message, pg_sig: '0'.repeat(32) } : message
  }
  const once = mode === 'bad_signature' || mode === 'wrong_amount'
  const first = async () => {
    if (mode === 'late') await pause(pauses.late)
    await deliver(payment.resultUrl, form, once ? [] : pauses.repeat)
    if (mode === 'twice') await deliver(payment.resultUrl, form, [])
  }
  await first()
}

/** Notifies the shop's `pg_refund_url` of a chargeback; operation `refund` of the fault switch. */
export async function notifyRefund(
  world: World,
  payment: Payment,
  secret: string,
  pauses: Pauses,
): Promise<void> {
  if (!payment.refundUrl) return
  const mode = world.takeFault('acquirer', 'refund', noticeModes)?.mode ?? null
  if (mode === 'never') return
  const fields = {
    pg_order_id: payment.orderId,
    pg_payment_id: payment.id,
    pg_currency: payment.currency,
    pg_result: '1',
  }
  const form = () => {
    const message = signed(scriptOf(payment.refundUrl), fields, secret)
    return mode === 'bad_signature' ? { ...message, pg_sig: '0'.repeat(32) } : message
  }
  if (mode === 'late') await pause(pauses.late)
  await deliver(payment.refundUrl, form, mode === 'bad_signature' ? [] : pauses.repeat)
  if (mode === 'twice') await deliver(payment.refundUrl, form, [])
}

/** A saved card, posted to the shop in the field `pg_xml`; operation `card` of the fault switch. */
export async function notifyCard(
  world: World,
  card: Card,
  url: string,
  secret: string,
  pauses: Pauses,
): Promise<void> {
  const mode = world.takeFault('acquirer', 'card', noticeModes)?.mode ?? null
  if (mode === 'never') return
  const script = scriptOf(url)
  const form = () => {
    const fields = {
      pg_type: 'approve',
      pg_payment_id: card.id,
      pg_order_id: '',
      pg_card_3ds: '0',
      pg_card_hash: `${card.pan.slice(0, 4)}-${card.pan.slice(4, 6)}XX-XXXX-${card.pan.slice(-4)}`,
      pg_card_month: card.month,
      pg_card_year: card.year,
      pg_bank: 'Sandbox',
      pg_country: 'KZ',
      pg_card_id: card.id,
      pg_user_id: card.userId,
      pg_status: 'success',
    }
    const message = signed(script, fields, secret)
    return {
      pg_xml: writeXml(mode === 'bad_signature' ? { ...message, pg_sig: '0'.repeat(32) } : message),
    }
  }
  if (mode === 'late') await pause(pauses.late)
  await deliver(url, form, mode === 'bad_signature' ? [] : pauses.repeat)
  if (mode === 'twice') await deliver(url, form, [])
}

const resultOf = (world: World, payment: Payment, amount: number, now: Date): PgParams => ({
  pg_order_id: payment.orderId,
  pg_payment_id: payment.id,
  pg_amount: amountText(amount),
  pg_currency: payment.currency,
  pg_net_amount: amountText(amount),
  pg_ps_amount: amountText(amount),
  pg_ps_full_amount: amountText(amount),
  pg_ps_currency: payment.currency,
  pg_description: payment.description,
  pg_result: cameBy(payment) ? '1' : '0',
  pg_payment_date: now.toISOString().slice(0, 19).replace('T', ' '),
  pg_can_reject: cameBy(payment) ? '1' : '0',
  pg_user_phone: payment.phone,
  pg_user_contact_email: payment.email,
  pg_payment_method: 'bankcard',
  pg_captured: payment.state === 'success' ? '1' : '0',
  pg_card_pan: payment.cardPan ?? '',
  pg_card_brand: payment.cardPan?.startsWith('5') ? 'MC' : 'VI',
  ...cardOf(world, payment),
  ...(payment.failure
    ? { pg_failure_code: payment.failure.code, pg_failure_description: payment.failure.text }
    : {}),
})

/** Returns the saved card and its recurring profile, if requested. */
function cardOf(world: World, payment: Payment): PgParams {
  const card =
    cards(world).get(payment.cardToken ?? '') ??
    [...cards(world).values()].find(
      (kept) => kept.userId === payment.bindFor && maskPan(kept.pan) === payment.cardPan,
    )
  return card && cameBy(payment)
    ? {
        pg_card_id: card.id,
        pg_card_token: card.token,
        pg_card_exp: `${card.month}/${card.year}`,
        pg_recurring_profile_id: card.id,
      }
    : {}
}

/** The last segment of the called address. */
const scriptOf = (url: string) => new URL(url).pathname.split('/').filter(Boolean).at(-1) ?? ''
