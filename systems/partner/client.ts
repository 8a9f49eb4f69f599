import { type Send, Unavailable } from '../http.ts'
import {
  EVENT_HEADER,
  type Operation,
  type Report,
  SIGNATURE_HEADER,
  TIMESTAMP_HEADER,
} from './protocol.ts'
import { messageSignature } from './sign.ts'

export type Partners = {
  /**
   * Tells a partner; resolves when they have taken it, throws `Unavailable` otherwise. The report's
   * id is the same every time it is sent.
   */
  report(of: { url: string; secret: string; report: Report; at: Date }): Promise<void>
}

/**
 * The one line to all partners; each report goes to the partner's own address, signed with the
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
