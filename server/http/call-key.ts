import { createHash } from 'node:crypto'
import type { Locale } from '#domain/locale.ts'
import type { Identity } from './identity.ts'

/** By what a call that goes on is known again. */

export type Begun = {
  call: string
  who: Identity
  body: unknown
  locale: Locale
  requestId: string
  address: string
  device: string
  /** By the real clock. */
  at: Date
}

/** What is asked for, without when and where: those may differ between two tries of the same. */
export function whatIsAsked(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('operation' in body)) return body
  if (typeof body.operation !== 'object' || body.operation === null) return body
  const {
    dateTime: _when,
    latitude: _north,
    longitude: _east,
    accuracy: _within,
    ...operation
  } = { ...body.operation } as Record<string, unknown>
  return { ...body, operation }
}

export const keyOf = ({ call, who, body }: Begun): string =>
  createHash('sha256')
    .update(JSON.stringify([call, who.kind, who.iin, whatIsAsked(body)]))
    .digest('base64url')
export const lockOf = (key: string) => `answer:${key}`
