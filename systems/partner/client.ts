import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Send, Unavailable } from '../http.ts'
import {
  EVENT_HEADER,
  LINK_LONGEST_MS,
  LinkParams,
  MESSAGE_SKEW_MS,
  type Operation,
  RefundNotice,
  type Report,
  SIGNATURE_HEADER,
  TIMESTAMP_HEADER,
} from './protocol.ts'

/** HMAC-SHA256 in lower-case hex over what the two sides share; the secret is one per partner. */
const hmac = (text: string, secret: string) =>
  createHmac('sha256', secret).update(text, 'utf8').digest('hex')

/**
 * Signs a link: the partner's code on the first line, then every parameter but `sig` in order of
 * its name, as a query writes it.
 */
export function linkSignature(partner: string, params: URLSearchParams, secret: string): string {
  const signed = new URLSearchParams(params)
  signed.delete('sig')
  signed.sort()
  return hmac(`${partner}\n${signed.toString()}`, secret)
}

/** Signs a message: the seconds of its sending, a dot, the body byte for byte. */
export const messageSignature = (timestamp: string, body: string, secret: string): string =>
  hmac(`${timestamp}.${body}`, secret)

/** Compares in constant time. */
export function sameSignature(given: string | undefined, expected: string): boolean {
  const actual = Buffer.from(given ?? '')
  const wanted = Buffer.from(expected)
  return actual.length === wanted.length && timingSafeEqual(actual, wanted)
}

export type Partners = {
  /**
   * Sends a report to a partner; resolves once they have accepted it, else throws `Unavailable`. A
   * repeat has the same report id.
   */
  report(of: { url: string; secret: string; report: Report; at: Date }): Promise<void>
}

/**
 * The client for all partners; each report goes to the partner's own address, signed with the
 * partner's own secret.
 */
export const partners = (send: Send<Operation>): Partners => ({
  report: async ({ url, secret, report, at }) => {
    const body = JSON.stringify(report)
    const timestamp = String(Math.floor(at.getTime() / 1_000))
    const reply = await send({
      operation: 'report',
      key: report.id,
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/json',
        [EVENT_HEADER]: report.id,
        [TIMESTAMP_HEADER]: timestamp,
        [SIGNATURE_HEADER]: messageSignature(timestamp, body, secret),
      },
      body,
      // The id makes a second arrival the same report; the schedule of tries is the job's.
      safe: false,
    })
    if (reply.status < 200 || reply.status > 299)
      throw new Unavailable('partner', 'report', `HTTP ${reply.status}`)
  },
})

export type OpenedLink = {
  nonce: string
  expiresAt: Date
  iin: string | null
  phone: string | null
  returnUrl: string | null
  reference: string | null
}
export type LinkProblem = 'link' | 'expired'

/**
 * The link's facts, or why it opens nothing. Whether it was opened before, only the one who keeps
 * the nonces knows.
 */
export function readLink(
  partner: string,
  params: URLSearchParams,
  secret: string,
  now: Date,
): OpenedLink | LinkProblem {
  // A repeated name would be signed twice and read once.
  if (new Set(params.keys()).size !== [...params.keys()].length) return 'link'
  const read = LinkParams.safeParse(Object.fromEntries(params))
  if (!read.success || !sameSignature(read.data.sig, linkSignature(partner, params, secret)))
    return 'link'
  const { exp, nonce, iin, phone, ref } = read.data
  const expiresAt = new Date(Number(exp) * 1_000)
  if (expiresAt <= now) return 'expired'
  if (expiresAt.getTime() - now.getTime() > LINK_LONGEST_MS) return 'link'
  return {
    nonce,
    expiresAt,
    iin: iin ?? null,
    phone: phone ?? null,
    returnUrl: read.data.return ?? null,
    reference: ref ?? null,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A notice of a refund, or why it is not believed. */
export function readRefundNotice(
  headers: Record<string, unknown>,
  body: string,
  secret: string,
  now: Date,
): { ok: true; notice: RefundNotice } | { ok: false; reason: 'signature' | 'time' | 'shape' } {
  const timestamp = String(headers[TIMESTAMP_HEADER] ?? '')
  if (
    !sameSignature(
      String(headers[SIGNATURE_HEADER] ?? ''),
      messageSignature(timestamp, body, secret),
    )
  )
    return { ok: false, reason: 'signature' }
  if (!(Math.abs(Number(timestamp) * 1_000 - now.getTime()) <= MESSAGE_SKEW_MS))
    return { ok: false, reason: 'time' }
  const notice = RefundNotice.safeParse(parsed(body))
  return notice.success ? { ok: true, notice: notice.data } : { ok: false, reason: 'shape' }
}
