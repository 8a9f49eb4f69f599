import { z } from 'zod'

/**
 * Halyk Bank's ePay: the link of an invoice, its status, charge, cancelling and refund.
 *
 * Evidence: the bank's documentation, epayment.kz/docs and its /en-US and /kk pages by name, as
 * archived; clients in public repositories, by a line of theirs that can be searched for.
 * - `platezhnaya-stranica`, `cryptogram-payment`: "для каждой операции необходимо получать и
 *   использовать оригинальный токен"; POST `/oauth2/token` with `grant_type`, `scope`, `client_id`,
 *   `client_secret`, `terminal`, `invoiceID`, `amount`, `currency`, `secret_hash`; answer
 *   `{access_token, expires_in, scope, token_type}`. The body is form data; clients send it encoded
 *   as of a form (`Http::asForm()->post(`).
 * - the same: an invoice's number has "от 6 до 15 цифр", and "уникальность должна соблюдаться по
 *   последним 6ти цифрам"; `secret_hash` is "дополнительное секретное значение (строка) … которое
 *   будет возвращено на Postlink".
 * - `invoice link API`: POST `/invoice` as JSON with `shop_id`, `account_id`, `invoice_id`,
 *   `amount`, `language`, `description`, `expire_period` ("1d"), `recipient_contact`,
 *   `recipient_contact_sms`, `notifier_contact_sms`, `currency`, `post_link`, `failure_post_link`,
 *   `back_link`, `failure_back_link`; its token has `scope: "payment"` (in an older page also
 *   `secret_hash`).
 * - its answer, by two recordings (`invoice_url: string("https://testepay.homebank.kz/api/redirect/
 *   invoice-link/498331aa…")`): `id`, `shop_id`, `amount`, `invoice_id`, `currency`, `status`
 *   "ACTIVE", `created_date`, `expire_date`, `invoice_url`, `merchant_id`, `terminal_id`. The
 *   contacts may be left out (`Контакты опциональны … code:1079 для SMS`); descriptions are cut at
 *   125 characters by the same client.
 * - links are found by the number: POST `/invoice-links` with `paging`, `searchParameters` and
 *   `orderParameters` answers `{TotalCount, Records}` of such rows, `status` "ACTIVE" or "CHARGED"
 *   (`https://epay-api.homebank.kz/invoice-links`, one client, not in the documentation).
 * - `check-status-payment`: GET `/check-status/payment/transaction/:invoiceid` by a token of all
 *   scopes with `terminal`; `resultCode` 100 success, 101 reject, 102 invoice not found, 103 error,
 *   104 no terminal in the token, 107 try again later, 109 the terminal is not this client's;
 *   `transaction` with `id`, `invoiceID`, `amount` 12.22, `payoutAmount` 10, `orgAmount` 22.22,
 *   `currency`, `statusName`.
 * - `statusName`: NEW, 3D, AUTH, CHARGE, CANCEL, CANCEL_OLD, REFUND, REJECT, FAILED (`case
 *   "CANCEL", "CANCEL_OLD":`); HTTP 400 has the same body there.
 * - `cancel`: POST `/operation/:id/cancel`, only of what is in Auth; HTTP 200, else `{code,
 *   message}`.
 * - `vozvrat-chastichnyi-vozvrat`: POST `/operation/:id/refund?amount=300&externalID=…`, only of
 *   what is in Charge, 10 tenge at least; without `amount` the whole; `externalID` is "the internal
 *   return identifier for the merchant". `:id` is the transaction's, of the notice or the status.
 * - a notice to `postLink`: JSON with `code` "ok" or "error", `invoiceId`, `id`, `amount`,
 *   `currency`, `reason`, `reasonCode`, `terminal`, `approvalCode`, `cardMask`, `secret_hash`.
 *
 * Guesses:
 * - [A] the token of a link takes `invoiceID`, `amount`, `currency`, `terminal` and `secret_hash` as
 *   that of the payment page does, and the secret comes back with the notice of the link. A token
 *   for one amount, currency, terminal or number makes no link of another; without a secret none.
 * - [A] a token is over `expires_in` seconds after it was given; the status is not told to one of
 *   `payment` alone.
 * - [A] `charge` has no page of the documentation that was seen: three clients take what is held by
 *   `/operation/:id/charge` (`CONFIRMED_URL = "https://epay-api.homebank.kz/operation/%s/charge"`).
 *   That it is a POST of the whole sum and is answered as `cancel` is, is our guess.
 * - [A] `orgAmount` is what was paid, `payoutAmount` what went back of it: 12.22 + 10 = 22.22.
 * - [A] `externalID` is no key: a refund requested twice is made twice.
 * - [A] the status of an invoice without a started payment is 102.
 * - [A] "3D" is under way. A client calls it a failure; the next query would show that.
 * - [A] a notice of a link is repeated until it is answered with HTTP 200.
 */
export const operations = {
  oauth: 'oauth2/token',
  invoice: 'invoice',
  links: 'invoice-links',
  status: 'check-status',
  charge: 'operation/charge',
  cancel: 'operation/cancel',
  refund: 'operation/refund',
} as const
export type Operation = (typeof operations)[keyof typeof operations]

export const scopes = {
  invoice: 'payment',
  rest: 'webapi usermanagement email_send verification statement statistics payment',
} as const
export const languages = { kz: 'kaz', ru: 'rus' } as const
export const longestDescription = 125
/** A refund below this is refused. */
export const LEAST_REFUND = 10
export const invoiceNumber = z.string().regex(/^\d{6,15}$/)

export const tokenBody = z.object({
  grant_type: z.literal('client_credentials'),
  scope: z.enum([scopes.invoice, scopes.rest]),
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  terminal: z.string().min(1),
  invoiceID: invoiceNumber.optional(),
  amount: z.coerce.number().positive().optional(),
  currency: z.literal('KZT').optional(),
  secret_hash: z.string().min(1).optional(),
})
export const invoiceBody = z.strictObject({
  shop_id: z.string().min(1),
  account_id: z.string(),
  invoice_id: invoiceNumber,
  amount: z.number().positive(),
  language: z.enum(['rus', 'kaz', 'eng']),
  description: z.string().min(1).max(longestDescription),
  expire_period: z.string().regex(/^\d+d$/),
  currency: z.literal('KZT'),
  post_link: z.url(),
  failure_post_link: z.url(),
  back_link: z.url(),
  failure_back_link: z.url(),
})
export const linksBody = z.object({
  paging: z.object({ skip: z.int(), limit: z.int().positive() }),
  searchParameters: z.tuple([
    z.object({
      name: z.literal('invoice_id'),
      method: z.literal('='),
      searchParameter: z.tuple([invoiceNumber]),
    }),
  ]),
  orderParameters: z.object({ field: z.string(), typeOrder: z.enum(['ASC', 'DESC']) }),
})

export const tokenReply = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number(),
  token_type: z.string(),
})
export const linkReply = z.object({
  id: z.string().min(1),
  invoice_id: z.string(),
  amount: z.number(),
  currency: z.string(),
  status: z.string(),
  invoice_url: z.url(),
})
export const linksReply = z.object({ TotalCount: z.int(), Records: z.array(linkReply).nullable() })
export const errorReply = z.object({ code: z.number(), message: z.string() })
export const statusReply = z.object({
  resultCode: z.string(),
  resultMessage: z.string().optional(),
  transaction: z
    .object({
      id: z.string(),
      invoiceID: z.string(),
      amount: z.number(),
      payoutAmount: z.number().default(0),
      orgAmount: z.number().optional(),
      currency: z.string(),
      statusName: z.string(),
    })
    .nullish(),
})
export const notice = z.object({
  code: z.enum(['ok', 'error']),
  invoiceId: z.string(),
  id: z.string().optional(),
  amount: z.number(),
  currency: z.string(),
  reason: z.string().nullish(),
  secret_hash: z.string().optional(),
})

export const results = {
  success: '100',
  rejected: '101',
  notFound: '102',
  error: '103',
  noTerminal: '104',
  later: '107',
  otherTerminal: '109',
} as const
/** Our words for a transaction's state. */
export const stateWords = {
  NEW: 'awaiting',
  '3D': 'awaiting',
  AUTH: 'held',
  CHARGE: 'paid',
  REFUND: 'paid',
  CANCEL: 'rejected',
  CANCEL_OLD: 'rejected',
  REJECT: 'rejected',
  FAILED: 'rejected',
} as const
export const linkStates = { open: 'ACTIVE', charged: 'CHARGED' } as const
