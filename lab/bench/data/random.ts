import { createHash } from 'node:crypto'

/**
 * A row's own number for one purpose, below `limit`: the same for the same seed, like chance to
 * everything else.
 */
export function mixed(seed: number, purpose: number, n: number, limit: number): number {
  let x =
    (Math.imul(n, 0x9e3779b1) ^
      Math.imul(purpose + 1, 0x85ebca6b) ^
      Math.imul(seed + 1, 0xc2b2ae35)) >>>
    0
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d) >>> 0
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b) >>> 0
  return ((x ^ (x >>> 16)) >>> 0) % limit
}

/** A uuid of one purpose, scattered over the index as random ones are. */
export function uuidOf(seed: number, purpose: string, n: number): string {
  const hex = createHash('md5').update(`${seed}:${purpose}:${n}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
