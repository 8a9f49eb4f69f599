import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { type CallRecord, Unavailable } from '../http.ts'
import { limitOf, parts } from '../time-limits.ts'
import { messageIdOf, operation, refusesMailbox } from './protocol.ts'

/** Mail to a client. "Sent" means accepted by our mail server. */
export type Mailer = {
  /**
   * `key` names the message and becomes its Message-ID: a repeat is the same mail, not a second
   * one. Throws `MailRefused` for a mailbox that takes no mail and `Unavailable` for what may pass.
   */
  send(mail: {
    to: string
    subject: string
    text: string
    /** The same words for programs that show more than text. */
    html: string
    /** Address to unsubscribe: only for letters the reader did not cause. */
    unsubscribe?: string
    attachments?: { name: string; content: Buffer; type: string }[]
    key: string
  }): Promise<{ id: string }>
  close(): void
}
export type MailConfig = {
  host: string
  port: number
  /** TLS from the first byte (port 465); otherwise STARTTLS if the server offers it. */
  secure: boolean
  /** Nothing is sent to a server that offers no TLS. */
  requireTls?: boolean
  credentials?: { user: string; password: string }
  from: { name: string; address: string }
}
/** `timeoutMs`: of the whole conversation, in place of the table's. */
export type MailOptions = { journal: (record: CallRecord) => void; timeoutMs?: number }

/**
 * The mailbox refuses mail for good: it does not exist, or is closed. Our server and other
 * mailboxes work.
 */
export class MailRefused extends Unavailable {
  constructor(reason: string, options?: ErrorOptions) {
    super('mail', operation, reason, false, options)
    this.name = 'MailRefused'
  }
}

export function mailer(
  config: MailConfig,
  { journal, timeoutMs = limitOf('mail', operation).ms }: MailOptions,
): Mailer {
  const { host, port, secure, requireTls = false, credentials, from } = config
  const domain = from.address.split('@')[1] ?? 'localhost'
  const transport = createTransport({
    host,
    port,
    secure,
    requireTLS: requireTls,
    connectionTimeout: Math.min(parts.connect, timeoutMs),
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    ...(credentials ? { auth: { user: credentials.user, pass: credentials.password } } : {}),
  })

  return {
    async send({ to, subject, text, html, unsubscribe, attachments = [], key }) {
      const startedAt = new Date()
      const began = performance.now()
      const note = (outcome: CallRecord['outcome'], status: number | null, remark: string | null) =>
        journal({
          system: 'mail',
          operation,
          key,
          startedAt,
          durationMs: Math.round(performance.now() - began),
          attempts: 1,
          outcome,
          status,
          note: remark,
        })
      try {
        const sent = await withTimeout(
          timeoutMs,
          transport.sendMail({
            from,
            to,
            subject,
            text,
            html,
            ...(unsubscribe ? { list: { unsubscribe } } : {}),
            // Prevents automatic replies (RFC 3834).
            headers: { 'Auto-Submitted': 'auto-generated' },
            attachments: attachments.map(({ name, content, type }) => ({
              filename: name,
              content,
              contentType: type,
            })),
            messageId: messageIdOf(key, domain),
          }),
        )
        note('ok', 250, null)
        return { id: sent.messageId }
      } catch (cause) {
        const { reason, status, mayHaveHappened } = explain(cause)
        if (refusesMailbox(failure.parse(cause))) {
          // The server works: only this mailbox needs correction.
          note('ok', status, `mailbox refused, ${reason}`)
          throw new MailRefused(reason, { cause })
        }
        note('unavailable', status, reason)
        throw new Unavailable('mail', operation, reason, mayHaveHappened, { cause })
      }
    },
    close: () => transport.close(),
  }
}

const failure = z
  .object({
    code: z.string().optional(),
    responseCode: z.number().optional(),
    response: z.string().optional(),
    command: z.string().optional(),
    syscall: z.string().optional(),
    message: z.string().optional(),
  })
  .catch({})

/** The library's limits are per step of the conversation; this one is for the whole. */
async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  const limit = Promise.withResolvers<never>()
  const timer = setTimeout(() => limit.reject(new Error('time limit')), ms)
  try {
    return await Promise.race([work, limit.promise])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Returns the journal's note: the reply's number or the kind of failure, never the server's words
 * (they repeat the address).
 */
function explain(cause: unknown): {
  reason: string
  status: number | null
  mayHaveHappened: boolean
} {
  const { code, responseCode, syscall, message } = failure.parse(cause)
  if (responseCode)
    return { reason: `SMTP ${responseCode}`, status: responseCode, mayHaveHappened: false }
  if (message === 'time limit' || code === 'ETIMEDOUT')
    return { reason: 'time limit', status: null, mayHaveHappened: true }
  const neverSent = code === 'EDNS' || syscall === 'connect'
  return { reason: code ?? 'failed', status: null, mayHaveHappened: !neverSent }
}
