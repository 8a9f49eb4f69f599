import type { z } from 'zod'
import { json, type SandboxAnswer, type World } from '../sandbox-kit.ts'
import type { InvoiceStatus } from './sandbox-bills.ts'

/** What the sandbox of the bank answers, and how it reads what is asked. */

/** The one seller of the sandbox's bank. */
export const seller = { organizationBin: '180440099996', deviceToken: 'sandbox-device' }
export type Seller = typeof seller
/** The document's form of a phone (protocol.ts, A); another is unknown to the bank. */
const PHONE = /^8(\d{10})$/

export const noClient = () => refuse(-1404, 'Клиент не найден')

/** The phone of one of their clients with the application, in our form. */
export function clientOf(world: World, number: string): string | null {
  const phone = PHONE.exec(number)?.[1]
  return phone && world.phones.get(`7${phone}`)?.wallet !== false ? `7${phone}` : null
}

export function notOurs(
  ask: { DeviceToken: string | number; OrganizationBin: string },
  { deviceToken, organizationBin }: Seller,
): SandboxAnswer | null {
  if (ask.DeviceToken !== deviceToken)
    return refuse(-1501, 'Устройство с заданным идентификатором не найдено')
  return ask.OrganizationBin === organizationBin
    ? null
    : refuse(-99_000_002, 'Торговая точка не найдена')
}

/** Guess: a purchase that was given back keeps the word of a paid one. */
export const words = {
  awaiting: 'Wait',
  paid: 'Processed',
  refunded: 'Processed',
  rejected: 'RemotePaymentRejected',
  cancelled: 'RemotePaymentCanceled',
  expired: 'Expired',
} as const satisfies Record<InvoiceStatus, string>

export const done = (Data: unknown): SandboxAnswer => json({ StatusCode: 0, Message: 'OK', Data })
export const refuse = (StatusCode: number, Message: string): SandboxAnswer =>
  json({ StatusCode, Message, Data: null })
/** C's factory reads `message` of an HTTP 400. */
export const invalid = (): SandboxAnswer => json({ message: 'The request is invalid.' }, 400)

export const keys = (ids: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(ids).flatMap(([name, id]) => (id ? [[name, id]] : [])))

export function read<T extends z.ZodType>(shape: T, body: string): z.infer<T> | null {
  try {
    return shape.parse(JSON.parse(body))
  } catch {
    return null
  }
}
