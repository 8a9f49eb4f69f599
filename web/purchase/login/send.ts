import { api } from '../../http/api.ts'

/** Has a code sent, and remembers in this tab that it did. Throws what `api` throws. */
export async function send(iin: string, phone: string): Promise<AskedCode> {
  const { data } = await api('sendClientOtp', { iin, phone })
  // Seconds and not instants: the server may show another day than this device.
  const asked = {
    iin,
    phone,
    resendAt: Date.now() + data.resendInSeconds * 1000,
    expiresAt:
      Date.now() +
      Math.max(0, Date.parse(data.expiresAt) - Date.parse(data.resendAfter)) +
      data.resendInSeconds * 1000,
  }
  keepAsked(asked)
  return asked
}

/**
 * The code requested in this tab. It survives a reload so that the countdown does not start again;
 * the code itself is never stored.
 */
export type AskedCode = {
  iin: string
  phone: string /** This device's clock, ms. */
  resendAt: number
  expiresAt: number
}

const key = 'qorgan.purchase.code'

const keepAsked = (asked: AskedCode): void => sessionStorage.setItem(key, JSON.stringify(asked))
export const dropAsked = (): void => sessionStorage.removeItem(key)

export function keptAsked(now: number = Date.now()): AskedCode | null {
  return parseAsked(sessionStorage.getItem(key), now)
}

/** The stored text read back; null when the code can't be entered any more. */
export function parseAsked(text: string | null, now: number): AskedCode | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isAsked(value) && value.expiresAt > now ? value : null
  } catch {
    return null
  }
}

/** Whole seconds until the code may be sent again, 0 when it may. */
export const secondsLeft = (resendAt: number, now: number): number =>
  Math.max(0, Math.ceil((resendAt - now) / 1000))

const isAsked = (value: unknown): value is AskedCode =>
  typeof value === 'object' &&
  value !== null &&
  ['iin', 'phone'].every((name) => name in value) &&
  'resendAt' in value &&
  'expiresAt' in value &&
  typeof value.expiresAt === 'number' &&
  typeof value.resendAt === 'number'
