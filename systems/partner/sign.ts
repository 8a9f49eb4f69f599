import { createHmac, timingSafeEqual } from 'node:crypto'

/** HMAC-SHA256 in lower-case hex over what the two sides share; the secret is one per partner. */
const hmac = (text: string, secret: string) =>
  createHmac('sha256', secret).update(text, 'utf8').digest('hex')

/**
 * Of a link: the partner's code on the first line, then every parameter but `sig` in order of its
 * name, as a query writes it.
 */
export function linkSignature(partner: string, params: URLSearchParams, secret: string): string {
  const signed = new URLSearchParams(params)
  signed.delete('sig')
  signed.sort()
  return hmac(`${partner}\n${signed.toString()}`, secret)
}

/** Of a message: the seconds of its sending, a dot, the body byte for byte. */
export const messageSignature = (timestamp: string, body: string, secret: string): string =>
  hmac(`${timestamp}.${body}`, secret)

/** Compares in constant time. */
export function sameSignature(given: string | undefined, expected: string): boolean {
  const actual = Buffer.from(given ?? '')
  const wanted = Buffer.from(expected)
  return actual.length === wanted.length && timingSafeEqual(actual, wanted)
}
