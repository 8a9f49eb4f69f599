import { XMLBuilder, XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import type { PgParams } from './sign.ts'

/**
 * Freedom Pay (formerly PayBox.money): signed form-encoded requests, signed XML answers, signed form-encoded notices
 * (domain/external-systems.md section 5a). The operation's name is the script name, the last segment of the called address.
 */
export const operations = {
  init: 'init_payment.php',
  status: 'get_status3.php',
  revoke: 'revoke.php',
  bind: 'add2',
  cards: 'list',
  removeCard: 'remove',
  chargeInit: 'init',
  charge: 'direct',
} as const
export type Operation = (typeof operations)[keyof typeof operations]

/** Below the configured address. */
export const pathOf = (operation: Operation, merchantId: string): string => {
  if (operation.endsWith('.php')) return `/${operation}`
  const room = operation === operations.chargeInit || operation === operations.charge ? 'card' : 'cardstorage'
  return `/v1/merchant/${merchantId}/${room}/${operation}`
}

/** Answers of `card/init` and `card/direct` are signed with an empty script name. */
export const answerScript = (operation: Operation): string =>
  operation === operations.chargeInit || operation === operations.charge ? '' : operation

export const errorCodes = { badSignature: '9998', notFound: '340', refused: '490' }

const refusal = z.object({
  pg_status: z.literal('error'),
  pg_error_code: z.string().default(''),
  pg_error_description: z.string().default(''),
})
const orRefusal = <T extends z.ZodType>(shape: T) => z.union([shape, refusal])
const ok = z.literal('ok')

export const initReply = orRefusal(z.object({ pg_status: ok, pg_payment_id: z.string().min(1), pg_redirect_url: z.url() }))
const refundLine = z.object({ pg_payment_id: z.string(), pg_amount: z.string(), pg_reference: z.string().optional() })
export const statusReply = orRefusal(
  z.object({
    pg_status: ok,
    pg_payment_id: z.string().min(1),
    pg_payment_status: z.string(),
    pg_amount: z.string(),
    pg_currency: z.string(),
    pg_card_pan: z.string().optional(),
    pg_refund_payments: z.union([z.literal(''), z.object({ pg_refund_payment: z.union([refundLine, z.array(refundLine)]) })]).optional(),
  }),
)
export const revokeReply = orRefusal(z.object({ pg_status: ok, pg_payment_id: z.string().optional() }))
export const bindReply = orRefusal(z.object({ pg_status: ok.optional(), pg_redirect_url: z.url() }))
const card = z.object({ pg_card_id: z.string(), pg_card_hash: z.string(), pg_card_token: z.string(), created_at: z.string() })
export const cardsReply = orRefusal(z.object({ pg_status: ok.optional(), card: z.union([card, z.array(card)]).optional() }))
export const removeReply = orRefusal(z.object({ pg_status: ok.optional(), card: z.object({ pg_status: z.string() }).optional() }))
export const chargeInitReply = orRefusal(z.object({ pg_status: ok, pg_payment_id: z.string().min(1) }))
export const chargeReply = orRefusal(z.object({ pg_status: ok, pg_payment_id: z.string().min(1), pg_payment_status: z.string() }))

/** The notice of a payment's result, posted to our `pg_result_url`. */
export const resultNotice = z.object({
  pg_order_id: z.string().min(1),
  pg_payment_id: z.string().min(1),
  pg_amount: z.string().regex(/^\d+(\.\d{1,2})?$/),
  pg_currency: z.string().min(1),
  pg_result: z.enum(['0', '1']),
  pg_card_pan: z.string().optional(),
  pg_failure_code: z.string().optional(),
  pg_failure_description: z.string().optional(),
})
/** The notice of money taken back, posted to our `pg_refund_url`. */
export const refundNotice = z.object({ pg_order_id: z.string().min(1) })
/** The notice of a saved card: one field `pg_xml`. */
export const cardNotice = z.object({
  pg_status: z.string(),
  pg_user_id: z.string().min(1),
  pg_card_id: z.string().min(1),
  pg_card_token: z.string().min(1),
  pg_card_hash: z.string().min(1),
  pg_card_month: z.string(),
  pg_card_year: z.string(),
})
/** Our answer to a notice. */
export const noticeAnswer = z.object({ pg_status: z.enum(['ok', 'rejected', 'error']), pg_description: z.string() })

/** Their words for the state of a payment. */
export const paymentWords = {
  new: 'awaiting',
  pending: 'awaiting',
  process: 'awaiting',
  partial: 'awaiting',
  success: 'paid',
  ok: 'paid',
  refunded: 'paid',
  revoked: 'paid',
  failed: 'rejected',
  rejected: 'rejected',
  canceled: 'rejected',
  incomplete: 'rejected',
  error: 'rejected',
} as const

const parser = new XMLParser({ parseTagValue: false, ignoreDeclaration: true, processEntities: true })
const builder = new XMLBuilder({ format: false, suppressEmptyNode: false })
const params: z.ZodType<PgParams> = z.record(
  z.string(),
  z.lazy(() => value),
)
const value: z.ZodType<PgParams[string]> = z.lazy(() => z.union([z.string(), z.array(value), params]))

/** The fields of `<response>`; throws for anything else. */
export const readXml = (text: string): PgParams => z.object({ response: params }).parse(parser.parse(text)).response
export const writeXml = (fields: PgParams): string => `<?xml version="1.0" encoding="utf-8"?>${builder.build({ response: fields })}`

/** `36094` → `36094.00`. */
export const amountText = (tenge: number): string => tenge.toFixed(2)
