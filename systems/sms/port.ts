import { type SystemName, Unavailable } from '../http.ts'

/**
 * SMS to a client, whichever gateway. "Sent" means accepted by the gateway; delivery is not reported.
 * Neither SMSC.kz nor Mobizon drops a repeat by a key of ours: a message that one of them may have is
 * looked up there and sent by nobody else.
 */
export type SmsGateway = {
  /**
   * `to` is 11 digits. `key` names the message: the same key with the same text is delivered once.
   * `again` says that it may have been sent before: then the gateway is asked first. It is left
   * out for what is sent once and never again, such as a code. Throws `SmsRefused` for what it will not take and `Unavailable` for what stays unclear; its
   * `mayHaveHappened` is false only where the gateway surely does not have the message.
   */
  send(message: { to: string; text: string; key: string; again?: boolean }): Promise<{ id: string }>
  /** What is left on the account, for those who look whether the gateway is set up. */
  balance(): Promise<{ balance: number; currency: string | null }>
}

/**
 * Whose matter a refusal is: `final`, this number will never get this; `ours`, what we send or are
 * (somebody has to mend it); `later`, it may be sent again as it is.
 */
export type RefusalKind = 'final' | 'ours' | 'later'

/**
 * The gateway's own no. `final`: never to this number; `ours`: somebody has to mend something;
 * `later`: as it is, another time.
 */
export class SmsRefused extends Unavailable {
  readonly kind: RefusalKind
  constructor(kind: RefusalKind, reason: string, operation = 'send', system: SystemName = 'sms') {
    super(system, operation, reason, false, { isFailure: kind !== 'final' })
    this.name = 'SmsRefused'
    this.kind = kind
  }
}
