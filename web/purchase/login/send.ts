import { api } from '../../http/api.ts'
import { type AskedCode, keepAsked } from './asked-code.ts'

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
