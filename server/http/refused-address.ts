import type { Locale } from '#domain/locale.ts'
import * as refusals from '#domain/refusals.ts'
import { fieldText } from '#texts/fields.ts'
import { HttpError, type Refused, refuse } from './refuse.ts'

type RefusedAddress = { kind: 'sms' | 'mail'; address: string }

/** Which number or mailbox a gateway's final no was about: its error does not say. */
const refusedAddresses = new WeakMap<object, RefusedAddress>()
export const noteRefusedAddress = (cause: object, refused: RefusedAddress): void => {
  refusedAddresses.set(cause, refused)
}

/**
 * What is answered where something was thrown because a number or mailbox takes nothing, for good:
 * no outage, and asked again it would say the same. Throws 422 at the field that named the address;
 * where none did, a refusal in words. Null for anything else.
 */
export function answerRefusedAddress(
  cause: unknown,
  body: unknown,
  locale: Locale,
): Refused | null {
  const refused = typeof cause === 'object' && cause !== null && refusedAddresses.get(cause)
  if (!refused) return null
  const path = fieldWith(body, refused.address)
  if (path === null) return refuse(locale, refusals.codeUnreachable, undefined, refused.kind)
  const message = fieldText(refused.kind === 'sms' ? 'takes_no_sms' : 'takes_no_mail', locale)
  throw new HttpError(422, { message, errors: [{ path, message }] })
}

/** Where in what was asked this address stands. */
function fieldWith(body: unknown, address: string): string | null {
  if (typeof body !== 'object' || body === null) return null
  for (const [name, value] of Object.entries(body)) {
    if (typeof value === 'string' && value.toLowerCase() === address.toLowerCase()) return name
    const below = fieldWith(value, address)
    if (below !== null) return `${name}.${below}`
  }
  return null
}
