import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Longer than any address: what somebody's proxy wrote instead of one stays a short key. */
const LONGEST = 64

/**
 * What limits count an address by, everywhere. One customer has a whole /64 of IPv6, so its first
 * four groups stand for it; an IPv4 address that came as IPv6 is the IPv4 one.
 */
export function countedAddress(address: string): string {
  const bare = address.split('%')[0] ?? ''
  if (!isIPv6(bare)) return address.slice(0, LONGEST)
  // The one spelling that URL gives: lower case, no dots, zeros left out once.
  const [before = '', after] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const head = before.split(':').filter(Boolean)
  const tail = (after ?? '').split(':').filter(Boolean)
  const groups = [
    ...head,
    ...Array.from({ length: 8 - head.length - tail.length }, () => '0'),
    ...tail,
  ]
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff')
    return groups
      .slice(6)
      .map((group) => Number.parseInt(group, 16))
      .flatMap((group) => [group >> 8, group & 255])
      .join('.')
  return `${groups.slice(0, 4).join(':')}::/64`
}

/**
 * The address a request is counted by. Of a caller who has left the connection tells none, whatever
 * Fastify's type says: all of them are counted as one.
 */
export const askedFrom = ({ ip }: { ip: FastifyRequest['ip'] | undefined }): string =>
  countedAddress(ip ?? 'gone')

/**
 * Whose word about the client's address is taken: that of so many proxies before the process,
 * counted from it. What stands further left in `X-Forwarded-For` was written by whoever asks.
 */
export const trustedHops = (hops: number): false | ((address: string, hop: number) => boolean) =>
  hops > 0 && ((_address, hop) => hop < hops)
