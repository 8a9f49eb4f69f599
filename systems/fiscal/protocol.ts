import { z } from 'zod'

/**
 * A cash register over the network: Webkassa, API v4 (protocol 2.0.3).
 *
 * Evidence, line by line (`shtefanov/webkassa-iikofront-adapter`, docs/webkassa-api-v4-notes.md
 * after the operator's Postman collection, src/webkassa-client.js, src/webkassa-error-catalog.js,
 * src/webkassa-normalizers.js, tried against the operator's test host; a second public client in
 * TypeScript of the same collection "ИНТЕГРАТОРЫ_v4-2.0.3"; `BolatKen/altegio-webkassa`,
 * app/routes/webhook.py, for the codes 2 and 11):
 * - every call is POST with JSON and answers HTTP 200 with `{Data, Errors: [{Code, Text}]}`;
 *   `x-api-key` is a header, the token goes in the body.
 * - `/api/v4/Authorize {Login, Password}` → `Data.Token`; code 2: the session is over, sign in
 *   anew.
 * - `/api/v4/check`: Token, CashboxUniqueNumber, OperationType (2 sale, 3 its return), Positions,
 *   Payments (0 cash, 1 card, 4 mobile), Change, RoundType, ExternalCheckNumber of at most 50
 *   characters, which is the key of idempotency. Position: Count, Price, TaxPercent, Tax, TaxType
 *   (0 none, 100 VAT), PositionName, PositionCode, UnitCode (796 piece), Discount, Markup,
 *   SectionCode.
 * - its Data: CheckNumber, DateTime (DD.MM.YYYY HH:mm:ss), OfflineMode, CashboxOfflineMode,
 *   ShiftNumber, Total, TicketUrl, Cashbox.RegistrationNumber (or CashboxRegistrationNumber).
 * - code 14: this ExternalCheckNumber is known; with the receipt in Data (second client) or without
 *   (first client: then it is looked up).
 * - `/api-history/v4/Ticket/GetTicketByExternalCheckNumber` {Token, CashboxUniqueNumber,
 *   ExternalCheckNumber, ShiftNumber}: the shift is needed; `/api/v4/Cashbox/ShiftHistory` {…,
 *   Skip, Take ≤ 50} names the shifts.
 * - a return needs `returnBasisDetails` {dateTime YYYY-MM-DD HH:mm:ss, total, checkNumber,
 *   registrationNumber, isOffline} of its sale, else code 9.
 * - a shift lasts 24 hours at most: code 11 until `/api/v4/ZReport` has closed it; 12, 13: none is
 *   open. Both clients let the next receipt open the next one.
 * - requests of one cash register follow one another, else code 9.
 * - code 18: longer without the operator of fiscal data than allowed (72 hours); a receipt made in
 *   that time has `OfflineMode: true` and a number.
 * - code 505: the header AlternativeDomainNames names another host. We do not give a login to a
 *   host that a header names.
 * - `/api-portal/v4/cashbox/client-info`: the register's state, licence and contract; reads only.
 * Guess: the token lives a day. Sign-in follows the code 2, whenever it comes.
 * Guess: an unknown receipt of a shift is answered with code 16.
 * Guess: premiums bear no VAT (TaxType 0). Setting FISCAL_VAT_PERCENT; the tax is then the part of
 * the price that it holds, in tiyns.
 * Ask the accountant and the operator.
 * Guess [A]: a bill of the mobile bank is a mobile payment (4), not a card's (1): `paymentTypes`. Ask
 * the accountant and the operator.
 */
export const paths = {
  Authorize: '/api/v4/Authorize',
  Check: '/api/v4/check',
  ZReport: '/api/v4/ZReport',
  ShiftHistory: '/api/v4/Cashbox/ShiftHistory',
  GetTicket: '/api-history/v4/Ticket/GetTicketByExternalCheckNumber',
  ClientInfo: '/api-portal/v4/cashbox/client-info',
} as const
export type Operation = keyof typeof paths

export const LONGEST_NUMBER = 50
export const operationTypes = { sale: 2, return: 3 } as const
export const paymentTypes = { card: 1, bill: 4 } as const
export const PIECE = 796
export const taxTypes = { none: 0, vat: 100 } as const

/** The part of a price that is VAT, in tenge with two places. */
export const vatWithin = (price: number, percent: number): number =>
  Math.round((price * percent * 100) / (100 + percent)) / 100

const Money = z.number().positive()
const Token = { Token: z.string().min(1) }
const Cashbox = { ...Token, CashboxUniqueNumber: z.string().min(1) }
export const AuthorizeRequest = z.object({ Login: z.string().min(1), Password: z.string().min(1) })
export const ReturnBasis = z.object({
  dateTime: z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
  total: Money,
  checkNumber: z.string().min(1),
  registrationNumber: z.string().min(1),
  isOffline: z.boolean(),
})
export const CheckRequest = z.object({
  ...Cashbox,
  OperationType: z.union([z.literal(2), z.literal(3)]),
  Positions: z
    .array(
      z.object({
        Count: z.number().positive(),
        Price: Money,
        TaxPercent: z.number().nullable(),
        Tax: z.number().min(0),
        TaxType: z.union([z.literal(0), z.literal(100)]),
        PositionName: z.string().min(1).max(250),
        PositionCode: z.string().min(1),
        Discount: z.number().min(0),
        Markup: z.number().min(0),
        SectionCode: z.string().min(1),
        UnitCode: z.int().positive(),
      }),
    )
    .min(1),
  Payments: z
    .array(
      z.object({ Sum: Money, PaymentType: z.union([z.literal(0), z.literal(1), z.literal(4)]) }),
    )
    .min(1),
  Change: z.number().min(0),
  RoundType: z.int(),
  ExternalCheckNumber: z.string().min(1).max(LONGEST_NUMBER),
  returnBasisDetails: ReturnBasis.optional(),
})
export const ShiftHistoryRequest = z.object({
  ...Cashbox,
  Skip: z.int().min(0),
  Take: z.int().min(1).max(50),
})
export const TicketRequest = z.object({
  ...Cashbox,
  ExternalCheckNumber: z.string().min(1).max(LONGEST_NUMBER),
  ShiftNumber: z.int(),
})
export const CashboxRequest = z.object(Cashbox)

export const codes = {
  sessionOver: 2,
  notAuthorized: 3,
  noCashbox: 6,
  invalid: 9,
  shiftTooLong: 11,
  shiftClosed: 12,
  noShift: 13,
  known: 14,
  noTicket: 16,
} as const
/**
 * Stays refused until a person has checked the receipt itself. Everything else may be requested
 * again when the register works.
 */
export const refusedCodes: readonly number[] = [codes.invalid]

/** A word that some of them write as a number. */
const Text = z.union([z.string().min(1), z.number()]).transform(String)

/** A receipt as they know it; a looked-up one has some of its fields by other names. */
export const Ticket = z
  .object({
    CheckNumber: Text.optional(),
    Number: Text.optional(),
    DateTime: z.string().optional(),
    RegistratedOn: z.string().optional(),
    Total: z.number(),
    ShiftNumber: z.int(),
    OperationType: z.int().optional(),
    ExternalCheckNumber: z.string().nullish(),
    OfflineMode: z.boolean().optional(),
    IsOffline: z.boolean().optional(),
    TicketUrl: z.string().nullish(),
    CashboxRegistrationNumber: Text.nullish(),
    RegistrationNumber: Text.nullish(),
    Cashbox: z.object({ RegistrationNumber: Text.nullish() }).nullish(),
  })
  .transform((ticket, context) => {
    const number = ticket.CheckNumber ?? ticket.Number
    const at = isoOf(ticket.DateTime ?? ticket.RegistratedOn ?? '')
    const registration =
      ticket.CashboxRegistrationNumber ??
      ticket.RegistrationNumber ??
      ticket.Cashbox?.RegistrationNumber
    const url = ticket.TicketUrl ?? ''
    const wrong = (path: string[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    if (!number) wrong(['CheckNumber'], 'missing')
    if (!at) wrong(['DateTime'], 'not DD.MM.YYYY HH:mm:ss')
    if (!registration) wrong(['Cashbox', 'RegistrationNumber'], 'missing')
    if (url !== '' && !/^https?:\/\/\S+$/.test(url)) wrong(['TicketUrl'], 'not an address')
    return {
      number: number ?? '',
      at: at ?? '',
      registration: registration ?? '',
      url: url || null,
      total: ticket.Total,
      shift: ticket.ShiftNumber,
      operation: ticket.OperationType ?? null,
      key: ticket.ExternalCheckNumber ?? null,
      offline: ticket.OfflineMode ?? ticket.IsOffline ?? false,
    }
  })
export type Ticket = z.infer<typeof Ticket>

function isoOf(text: string): string | null {
  const dotted = /^(\d{2})\.(\d{2})\.(\d{4}) (\d{2}:\d{2}:\d{2})$/.exec(text)
  if (dotted) return `${dotted[3]}-${dotted[2]}-${dotted[1]} ${dotted[4]}`
  const iso = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})/.exec(text)
  return iso ? `${iso[1]} ${iso[2]}` : null
}

/** Errors in the fiscal operator's answer. */
export const Errors = z.object({
  Errors: z.array(z.object({ Code: z.int(), Text: z.string().default('') })).min(1),
})
export const Authorized = z.object({ Data: z.object({ Token: z.string().min(1) }) })

export const Checked = z.object({ Data: Ticket })
export const Shifts = z.object({
  Data: z.union([
    z.array(z.object({ ShiftNumber: z.int() })),
    z
      .object({ Shifts: z.array(z.object({ ShiftNumber: z.int() })) })
      .transform(({ Shifts: all }) => all),
  ]),
})
export const ClientInfo = z.object({
  Data: z.object({
    CashboxUniqueNumber: z.string(),
    CashboxRegistrationNumber: Text,
    CashboxStatus: z.int(),
    License: z.object({ LicenseExpirationDate: z.string() }).nullish(),
    Ofd: z.object({ Expiration: z.string() }).nullish(),
  }),
})
