import { type Send, Unavailable } from '../http.ts'
import { type ShepConfig, shepChannel } from '../shep.ts'
import { KDP_NAMESPACE, KdpAskReply, KdpCodeReply, KdpStatusReply, kdpServices, kdpTypes, type theirStatuses } from './protocol.ts'

export type ConsentAsk = {
  iin: string
  /** 11 digits, `7XXXXXXXXXX`. */
  phone: string
  /** What the person agrees to, said in the SMS. */
  purpose: { kz: string; ru: string } | string
  /** Our id: the same key is the same request and never sends a second SMS. */
  key: string
}
export type ConsentStatus = 'awaiting' | 'approved' | 'rejected' | 'expired'
export type CodeVerdict = 'ok' | 'wrong' | 'expired' | 'too_many'
/** Every operation throws `Unavailable`. Repeat an ask that failed with the same key. */
export type Consent = {
  /** Sends a 4-digit code from 1414 to the phone; it lives 5 minutes and 5 tries. */
  sendCode(ask: ConsentAsk): Promise<{ requestId: string }>
  /** A request they do not know counts as expired. */
  confirmCode(requestId: string, code: string): Promise<CodeVerdict>
  /** Asks by SMS from 1414; the person answers there, maybe minutes later. It lives 10 minutes: a later yes does not revive it. */
  request(ask: ConsentAsk): Promise<{ requestId: string }>
  /** A request they do not know counts as expired. */
  status(requestId: string): Promise<ConsentStatus>
}
export type KdpConfig = ShepConfig & {
  /** Who asks, as the person sees it in the SMS and in their history of accesses. */
  company: { name: string; bin: string; responsible: string; employee: string }
  /** Name of the service whose data is wanted. */
  accessName?: string
  /** Makes the company's own signed token, where the operator wants one. */
  ovt?: () => string
}

const CODE_LIVES_MS = 5 * 60_000
const QUESTION_LIVES_MS = 10 * 60_000

/** The one place where their words become ours. */
const statuses = {
  PENDING: 'awaiting',
  APPROVED: 'approved',
  REJECTED: 'rejected',
  EXPIRED: 'expired',
  NOT_FOUND: 'expired',
} as const satisfies Record<(typeof theirStatuses)[number], ConsentStatus>
const verdicts = { OK: 'ok', WRONG: 'wrong', EXPIRED: 'expired', TOO_MANY: 'too_many', NOT_FOUND: 'expired' } as const

export function kdp(config: KdpConfig, send: Send): Consent {
  const call = shepChannel('kdp', config, send)
  const { company } = config
  const same = (service: string, requestId: string, echoed: string) => {
    if (echoed !== requestId) throw new Unavailable('kdp', service, 'answer about another request')
  }

  const ask = async ({ iin, phone, purpose, key }: ConsentAsk, confirm: 'CODE' | 'REPLY') => {
    const fields = {
      request_id: key,
      uin: iin,
      phone,
      company: company.name,
      company_bin: company.bin,
      company_responsible: company.responsible,
      employee_name: company.employee,
      access_name: config.accessName ?? 'GBDFLUniversal_token',
      personal_data_name: typeof purpose === 'string' ? purpose : purpose.ru,
      personal_data_name_kz: typeof purpose === 'string' ? purpose : purpose.kz,
      expiresIn: confirm === 'CODE' ? CODE_LIVES_MS : QUESTION_LIVES_MS,
      'omit-sms': false,
      confirm,
      ovt: config.ovt?.(),
    }
    const data = { type: kdpTypes.ask, namespace: KDP_NAMESPACE, fields }
    // Not repeated by itself: whether the operator deduplicates is not documented, and a repeat would be a second SMS.
    const reply = await call({ serviceId: kdpServices.ask, data, reply: KdpAskReply, key, safe: false })
    return { requestId: reply.consent_id }
  }

  return {
    sendCode: (asked) => ask(asked, 'CODE'),
    request: (asked) => ask(asked, 'REPLY'),
    confirmCode: async (requestId, code) => {
      const data = { type: kdpTypes.code, namespace: KDP_NAMESPACE, fields: { consent_id: requestId, code } }
      const reply = await call({ serviceId: kdpServices.code, data, reply: KdpCodeReply, key: requestId, safe: false })
      same(kdpServices.code, requestId, reply.consent_id)
      return verdicts[reply.result]
    },
    status: async (requestId) => {
      const data = { type: kdpTypes.status, namespace: KDP_NAMESPACE, fields: { consent_id: requestId } }
      const reply = await call({ serviceId: kdpServices.status, data, reply: KdpStatusReply, key: requestId, safe: true })
      same(kdpServices.status, requestId, reply.consent_id)
      return statuses[reply.status]
    },
  }
}
