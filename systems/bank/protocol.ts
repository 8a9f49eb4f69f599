import { z } from 'zod'

/**
 * Kaspi Pay remote payment: JSON `{StatusCode, Message, Data}`, StatusCode 0 = done (domain/external-systems.md section 5b).
 * Paths are below the configured address. `ExternalId` carries our id, by which their side recognises a repeated request.
 */
export const paths = {
  tradePoints: (bin: string) => `/r3/v01/partner/tradepoints/${bin}`,
  create: '/r3/v01/remote/create',
  status: (billId: string) => `/r3/v02/payment/status/${billId}`,
  refund: '/r3/v01/payment/return',
}
/** Names of the operations in journals and for the fault switch. */
export const operations = { tradePoints: 'tradepoints', create: 'remote/create', status: 'payment/status', refund: 'payment/return' }

export const createBody = z.object({
  OrganizationBin: z.string(),
  DeviceToken: z.string(),
  PhoneNumber: z.string(),
  Amount: z.int().positive(),
  Comment: z.string(),
  ExternalId: z.string().min(1),
})
export const refundBody = z.object({
  OrganizationBin: z.string(),
  DeviceToken: z.string(),
  QrPaymentId: z.int(),
  Amount: z.int().positive(),
  ExternalId: z.string().min(1),
})

const envelope = <T extends z.ZodType>(data: T) =>
  z.union([
    z.object({ StatusCode: z.literal(0), Message: z.string().nullish(), Data: data }),
    z.object({ StatusCode: z.int().refine((code) => code !== 0), Message: z.string().nullish() }),
  ])
export const createReply = envelope(z.object({ QrPaymentId: z.int(), Status: z.string() }))
export const statusReply = envelope(z.object({ Status: z.string(), Amount: z.int().nullish(), Message: z.string().nullish() }))
export const refundReply = envelope(z.object({ ReturnOperationId: z.union([z.int(), z.string()]) }))
export const tradePointsReply = envelope(z.array(z.object({ TradePointId: z.int(), TradePointName: z.string().nullish() })))

/** Their numbers for "this phone is not our client"; every other refusal is one of a kind we cannot help. */
export const phoneUnknownCodes = [-1, -1501]

/** "No such payment": the only refusal that says something about the bill and not about the bank's day. */
export const notFoundCodes = [-2]
/** "Temporarily unavailable": ask again later. */
export const temporaryCodes = [-999]

/** Words of `Data.Status` and, when it is `Error`, the text that says which. */
export const statusWords = {
  Wait: 'awaiting',
  QrTokenCreated: 'awaiting',
  RemotePaymentCreated: 'awaiting',
  Processed: 'paid',
  RemotePaymentRejected: 'rejected',
  RemotePaymentCanceled: 'rejected',
  RemotePaymentExpired: 'expired',
  Error: 'error',
} as const satisfies Record<string, BillStatus>
export const errorTexts = {
  'Remote payment expired': 'expired',
  'Remote payment rejected by client': 'rejected',
} as const satisfies Record<string, BillStatus>

export type BillStatus = 'awaiting' | 'paid' | 'rejected' | 'expired' | 'error'
