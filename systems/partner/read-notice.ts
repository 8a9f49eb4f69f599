import { MESSAGE_SKEW_MS, RefundNotice, SIGNATURE_HEADER, TIMESTAMP_HEADER } from './protocol.ts'
import { parsed } from './read.ts'
import { messageSignature, sameSignature } from './sign.ts'

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
