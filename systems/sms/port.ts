import { type SystemName, Unavailable } from '../http.ts'

/**
 * SMS to a client, by any gateway. "Sent" means accepted by the gateway; delivery is not reported.
 * Neither SMSC.kz nor Mobizon drops a repeat by a key of ours: a message that one of them may have
 * is looked up there, and no other gateway sends it.
 */
export type SmsGateway = {
  /**
   * Sends a message. `to` is 11 digits. `key` names the message: the same key with the same text is
   * delivered once. `again`: it may have been sent before, so query the gateway first; left out for
   * messages sent once only, such as a code. Throws `SmsRefused` if the gateway refuses it and
   * `Unavailable` if the result is unclear; its `mayHaveHappened` is false only if the gateway
   * surely does not have the message.
   */
  send(message: { to: string; text: string; key: string; again?: boolean }): Promise<{ id: string }>
  /** Returns the account's balance; shows whether the gateway is set up. */
  balance(): Promise<{ balance: number; currency: string | null }>
}

/**
 * Kind of a refusal: `final`, this number will never get this; `ours`, our request or account is at
 * fault (people must fix it); `later`, the same message may be sent again.
 */
export type RefusalKind = 'final' | 'ours' | 'later'

/**
 * The gateway's own refusal. `final`: never to this number; `ours`: people must fix something;
 * `later`: unchanged, another time.
 */
export class SmsRefused extends Unavailable {
  readonly kind: RefusalKind
  constructor(kind: RefusalKind, reason: string, operation = 'send', system: SystemName = 'sms') {
    super(system, operation, reason, false, { isFailure: kind !== 'final' })
    this.name = 'SmsRefused'
    this.kind = kind
  }
}
