import type { IncomingHttpHeaders } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Locale } from '#domain/locale.ts'
import * as refusals from '#domain/refusals.ts'
import { fieldText } from '#texts/fields.ts'
import { HttpError, type Refused, refuse } from './refuse.ts'

/** What a proxy wrote and nobody can read: all of it is one, so that it opens no limit. */
const UNREADABLE = 'unknown'

/**
 * What limits count an address by, everywhere, in whichever form a proxy wrote it: with a port, in
 * brackets or quotes, with a zone. One customer has a whole /64 of IPv6, so its first four groups
 * stand for it; an IPv4 address that came as IPv6 is the IPv4 one.
 */
export function countedAddress(written: string): string {
  const address = bareAddress(written)
  if (address === null) return UNREADABLE
  if (isIPv4(address)) return address
  const groups = groupsOf(address)
  const isIn = (prefix: string) => groups.slice(0, 6).join(':') === prefix
  // Mapped, translated (RFC 2765), by NAT64 (RFC 6052).
  if (isIn('0:0:0:0:0:ffff') || isIn('0:0:0:0:ffff:0') || isIn('64:ff9b:0:0:0:0'))
    return groups
      .slice(6)
      .map((group) => Number.parseInt(group, 16))
      .flatMap((group) => [group >> 8, group & 255])
      .join('.')
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** The address without what may stand around it; null when it is none. */
function bareAddress(written: string): string | null {
  const text = written
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim()
  const [, bracketed] = /^\[([^\]]*)\](?::\d*)?$/.exec(text) ?? []
  for (const one of bracketed === undefined ? [text, text.replace(/:\d*$/, '')] : [bracketed]) {
    const bare = one.split('%')[0] ?? ''
    if (isIPv4(bare) || isIPv6(bare)) return bare
  }
  return null
}

/** Its eight groups, as URL spells them: lower case, no dots, no zeros before. */
function groupsOf(address: string): string[] {
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const head = before.split(':').filter(Boolean)
  const tail = (after ?? '').split(':').filter(Boolean)
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail]
}

/**
 * The address a request is counted by. Of a caller who has left the connection tells none, whatever
 * Fastify's type says: all of them are counted as one.
 */
export const askedFrom = ({ ip }: { ip: FastifyRequest['ip'] | undefined }): string =>
  ip === undefined ? 'gone' : countedAddress(ip)

/**
 * Whose word about the client's address is taken: that of so many proxies before the process,
 * counted from it. What stands further left in `X-Forwarded-For` was written by whoever asks.
 */
export const trustedHops = (hops: number): false | ((address: string, hop: number) => boolean) =>
  hops > 0 && ((_address, hop) => hop < hops)

/**
 * Proxies that write `Forwarded` (RFC 7239) instead: its addresses, as `X-Forwarded-For` has them.
 * Where both are, the older one counts, which more proxies write.
 */
export function readForwarded(headers: IncomingHttpHeaders): void {
  const { forwarded } = headers
  if (!forwarded || headers['x-forwarded-for']) return
  const elements = forwarded.match(/(?:"(?:\\.|[^"\\])*"|[^",])+/g) ?? []
  headers['x-forwarded-for'] = elements
    .map((element) => {
      const [, quoted, plain] = /(?:^|;)\s*for\s*=\s*(?:"([^"]*)"|([^;\s]*))/i.exec(element) ?? []
      return quoted ?? plain ?? UNREADABLE
    })
    .join(', ')
}

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
