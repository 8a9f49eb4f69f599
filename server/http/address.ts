import type { IncomingHttpHeaders } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Locale } from '#domain/locale.ts'
import * as refusals from '#domain/refusals.ts'
import { fieldText } from '#texts/fields.ts'
import { HttpError, type Refused, refuse } from './refuse.ts'

/** The one value for every unreadable address, so that none opens a fresh limit. */
const UNREADABLE = 'unknown'

/**
 * Returns the form of an address every limit counts by, whatever form a proxy wrote: with a port,
 * in brackets or quotes, with a zone. An IPv6 address counts by its first four groups, since one
 * customer has a whole /64; an IPv4 address in IPv6 form counts as the IPv4 one.
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

/** Strips port, brackets, quotes and zone; null if it is no address. */
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
 * Returns the address a request counts by. The connection of a caller who left has none, despite
 * Fastify's type: those all count as one.
 */
export const askedFrom = ({ ip }: { ip: FastifyRequest['ip'] | undefined }): string =>
  ip === undefined ? 'gone' : countedAddress(ip)

/**
 * Trusts the client's address from this many proxies before the process, counted from it. The
 * caller wrote everything further left in `X-Forwarded-For`.
 */
export const trustedHops = (hops: number): false | ((address: string, hop: number) => boolean) =>
  hops > 0 && ((_address, hop) => hop < hops)

/**
 * Converts `Forwarded` (RFC 7239) of proxies that write it to `X-Forwarded-For`. If both exist, the
 * older one counts, which more proxies write.
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

/** The number or mailbox of a gateway's final refusal: its error does not name it. */
const refusedAddresses = new WeakMap<object, RefusedAddress>()
export const noteRefusedAddress = (cause: object, refused: RefusedAddress): void => {
  refusedAddresses.set(cause, refused)
}

/**
 * Answers an error from a number or mailbox that accepts nothing for good, which no retry changes.
 * Throws 422 at the field with the address; refuses in words if no field has it. Null for any other
 * error.
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

/** Returns the path of the field with this address. */
function fieldWith(body: unknown, address: string): string | null {
  if (typeof body !== 'object' || body === null) return null
  for (const [name, value] of Object.entries(body)) {
    if (typeof value === 'string' && value.toLowerCase() === address.toLowerCase()) return name
    const below = fieldWith(value, address)
    if (below !== null) return `${name}.${below}`
  }
  return null
}
