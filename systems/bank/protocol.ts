import { z } from 'zod'
import { type Reply, Unavailable } from '../http.ts'

/**
 * The mobile bank's remote payment (Kaspi QR, third scheme "r3": certificate and list of addresses,
 * bills to a phone). JSON `{StatusCode, Message, Data}`, StatusCode 0 = done. The official document
 * (v3.9.3) is not public; evidence, all public:
 *
 * A  `thedakeen/kaspi-api-wrapper` (= `Scraller/kaspi-api-wrapper`): Go, numbered as the document,
 *    with a mock of each answer (`internal/domain/kaspi_enhanced.go`,
 *    `internal/service/kaspi_enhanced.go`, `mockserver/mockserver-init-enhanced.json`)
 * B  `HolySxn/KaspiQR-Wrapper`: Go (`internal/kaspi-qr/ipbased/*`,
 *    `internal/kaspi-qr/base/baseClient.go`, `internal/models/kaspi_models.go`)
 * C  `burcev-alex/kaspi-qr-sdk`: PHP (`src/Request/Merchant.php`,
 *    `src/Request/AbstractRequest.php`, `src/Response/*`)
 * D  a Kotlin shop's r3 client, package `kz.qpexpress` (create, status, details below /r3/v01)
 * E  a flower shop's PHP client and notes of its production (create, client-info, details below
 *    /r3/v01 of qrapi-cert-ip.kaspi.kz)
 * F  clients of the seller's own application, another API whose words of states are the same
 *    (`QR_FINAL_STATUSES`, `INVOICE_FINAL_STATUSES`)
 *
 * What no evidence shows is marked `Guess:`. There is no key of ours in a bill or a refund (A, B,
 * C, D agree: ExternalId is of qr/create and qr/create-link), no list of bills and no notice:
 * neither `remote/create` nor `payment/return` may ever be repeated unasked.
 */
export const paths = {
  /** A 4.2.2, B GetTradePointsByBin, D. */
  tradePoints: (bin: string) => `/r3/v01/partner/tradepoints/${bin}`,
  /** A 4.6.1, B GetClientInfo, E: GET with phoneNumber and deviceToken. */
  clientInfo: '/r3/v01/remote/client-info',
  /** A 4.6.2, B CreateRemotePayment, D, E. */
  create: '/r3/v01/remote/create',
  /** A 4.6.3, B CancelRemotePayment, C cancel. */
  cancel: '/r3/v01/remote/cancel',
  /** A requestV02, mock of A: the status is of the second version; B, C, D, E ask the first. */
  status: (billId: string) => `/r3/v02/payment/status/${billId}`,
  /** A 3.4.4, B GetPaymentDetails, D, E: GET with QrPaymentId and DeviceToken. */
  details: '/r3/v01/payment/details',
  /** A 4.5, B PaymentReturn, C refund. */
  refund: '/r3/v01/payment/return',
}
/** Names of the operations in journals and for the fault switch. */
export const operations = {
  tradePoints: 'tradepoints',
  clientInfo: 'remote/client-info',
  create: 'remote/create',
  cancel: 'remote/cancel',
  status: 'payment/status',
  details: 'payment/details',
  refund: 'payment/return',
} as const
export type Operation = (typeof operations)[keyof typeof operations]

/**
 * Guess [A]: A's tests, written after the document, have 8707…; one production client (E) sends
 * 7701….
 */
export const PHONE_BEGINS = '8'
/**
 * A, B, C, E: on every request; their support finds a request by it. Not known to make a repeat
 * harmless.
 */
export const requestIdHeader = 'x-request-id'

/**
 * A, B, D: these five. What else is sent is passed over. Amount is a number of tenge that may have
 * a fraction; ours never has.
 */
export const createBody = z.object({
  OrganizationBin: z.string().regex(/^\d{12}$/),
  Amount: z.number().positive(),
  PhoneNumber: z.string().min(1),
  DeviceToken: z.union([z.string().min(1), z.int().positive()]),
  Comment: z.string().optional(),
})
/** A, B, C. */
export const cancelBody = z.object({
  OrganizationBin: z.string().regex(/^\d{12}$/),
  QrPaymentId: z.int().positive(),
  DeviceToken: z.union([z.string().min(1), z.int().positive()]),
})
/** A, B, C: these four. */
export const refundBody = z.object({
  DeviceToken: z.union([z.string().min(1), z.int().positive()]),
  QrPaymentId: z.int().positive(),
  Amount: z.number().positive(),
  OrganizationBin: z.string().regex(/^\d{12}$/),
})

/** Longest word about a bill that we send. Guess: E cuts at 200. */
export const longestComment = 200

/** An Int64 (A, B); E shows it in quotes as well. */
const Id = z.union([z.int().positive(), z.string().regex(/^[1-9]\d{0,18}$/)]).transform(String)
/** A `StatusCode` other than 0 and its words. The words are for people and may be of any shape. */
const failedReply = z.object({
  StatusCode: z.int().refine((code) => code !== 0),
  Message: z.unknown(),
})
const done = <T extends z.ZodType>(data: T) => z.object({ StatusCode: z.literal(0), Data: data })

/**
 * A, B, D: the number and nothing else. It is kept whatever else the answer says: it lets us query
 * the bank.
 */
export const createReply = z.object({ Data: z.object({ QrPaymentId: Id }) })
export const clientInfoReply = done(z.object({ ClientName: z.string().nullish() }).nullish())
export const cancelReply = done(z.object({ Status: z.string() }))
/**
 * A, B, C: beside these TransactionId, ProductType, LoanTerm, StoreName and others that we do not
 * read.
 */
export const statusReply = done(
  z.object({ Status: z.string(), Amount: z.number().nullish(), Message: z.string().nullish() }),
)
/** A 3.4.4, B, D. AvailableReturnAmount is what can still be given back. */
export const detailsReply = done(
  z.object({
    QrPaymentId: Id,
    TotalAmount: z.number().nonnegative(),
    AvailableReturnAmount: z.number().nonnegative(),
  }),
)
export const refundReply = done(z.object({ ReturnOperationId: Id }))
export const tradePointsReply = done(z.array(z.object({ TradePointId: z.int() })))

/**
 * Words of `Data.Status` (A, B: Wait, QrTokenCreated, Processed, Error, RemotePaymentCanceled; F:
 * the others).
 */
export const statusWords = {
  Wait: 'awaiting',
  QrTokenCreated: 'awaiting',
  QrTokenScanned: 'awaiting',
  PaymentConfirmation: 'awaiting',
  RemotePaymentCreated: 'awaiting',
  Processed: 'paid',
  RemotePaymentRejected: 'rejected',
  RemotePaymentCanceled: 'rejected',
  CancelledByUser: 'rejected',
  CancelledByExternalSource: 'rejected',
  NotConfirmedByUser: 'rejected',
  Rejected: 'rejected',
  InsufficientFunds: 'rejected',
  InsufficientFundsError: 'rejected',
  ProcessingFailed: 'error',
  Expired: 'expired',
  RemotePaymentExpired: 'expired',
  QrTokenDiscarded: 'expired',
  Error: 'error',
} as const satisfies Record<string, BillStatus>

export type BillStatus = 'awaiting' | 'paid' | 'rejected' | 'expired' | 'error'

export const parsed = ({ text }: Reply): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Returns the code and the words of a refusal; throws `Unavailable` with the field's name for an
 * answer that is neither success nor refusal.
 */
export function failureIn(
  operation: string,
  reply: Reply,
  wrong: z.ZodError,
): { code: number; text: string } {
  const no = failedReply.safeParse(parsed(reply))
  if (no.success)
    return {
      code: no.data.StatusCode,
      text: typeof no.data.Message === 'string' ? no.data.Message : '',
    }
  const field = wrong.issues[0]?.path.join('.') ?? ''
  throw new Unavailable(
    'bank',
    operation,
    `unreadable reply${field ? `: ${field}` : ''} (HTTP ${reply.status})`,
    true,
    { cause: wrong },
  )
}

/** Returns a call's answer in its shape, or the code and the words of a refusal. */
export function read<T extends z.ZodType>(
  operation: string,
  shape: T,
  reply: Reply,
): { data: z.infer<T> } | { code: number; text: string } {
  const yes = shape.safeParse(parsed(reply))
  return yes.success ? { data: yes.data } : failureIn(operation, reply, yes.error)
}

/** Codes of the bank's refusals, by what we make of them. */

/**
 * Our own device, trade point or certificate is not in order: nothing was done, and people must fix
 * it. A, B, C.
 */
export const setupCodes = [
  -10_000, // no certificate of the client
  -1501, // no such device
  -1502, // the device is off or deleted
  -1503, // the device is at another trade point
  -14_000_002, // no trade points
  -99_000_002, // no such trade point
  990_000_018, // the trade point is off
  990_000_026, // the trade point takes no payment by QR
  990_000_033, // no way of payment is open
]
/** The bank will not take this sum. A, B, C. */
export const wrongAmountCodes = [990_000_028]
/**
 * "No such purchase": the only refusal that says something about the bill and not about the bank's
 * day. A, B, C.
 */
export const notFoundCodes = [-1601, -99_000_001]
/** A final no to giving money back. A, B, C. */
export const refundRefusedCodes = [
  -99_000_005, // more than the purchase
  -99_000_011, // the purchase's state does not allow it
  -99_000_020, // no part of it can go back
  -99_000_003, // the purchase is of another trade point
]
// −99000006 ("an error of the refund, try again, then call the bank") and −999 ("temporarily
// unavailable"; A, B, C) are in no list: the caller queries whether something was done.

/** A and C write some codes as 990000018, B as -99000018: both are read. */
export const isOneOf = (codes: readonly number[], code: number): boolean =>
  codes.includes(code) || (code < -99_000_000 && codes.includes(990_000_000 + (-code - 99_000_000)))
/**
 * Guess [A]: the document's code for a phone without the application is not public. Only A's tests
 * name one, −1404.
 */
export const unknownPhoneCodes: readonly number[] = [-1404]
