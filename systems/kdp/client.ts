import type { PersonConsent } from '../consent.ts'
import { statusMeaning } from '../gbd-status.ts'
import { type Send, Unavailable } from '../http.ts'
import {
  KDP_METHOD,
  kdpRequest,
  LONGEST_EXPIRES_IN,
  type Operation,
  PERSON_ACCESS,
  readKdpReply,
  type TheirState,
} from './protocol.ts'

export type ConsentAsk = {
  iin: string
  /** What the person agrees to, as the SMS says it, in their language. */
  purpose: string
  /** Our id of the process: a repeat returns its state; another id is another question. */
  key: string
  /**
   * True: 1414 asks the person by SMS. False: we have identified them ourselves, and no SMS is
   * sent.
   */
  sms: boolean
  /** Lifetime of the token. */
  holdsMs: number
}
/** The state of the process. `unreachable`: the state has no phone of this person. */
export type ConsentAnswer =
  | { state: 'approved'; consent: PersonConsent }
  | { state: 'awaiting' | 'rejected' | 'expired' | 'unreachable' }
export type Consent = {
  /**
   * Begins the process or returns its state. The person answers 1414, maybe minutes later. Throws
   * `Unavailable`.
   */
  ask(ask: ConsentAsk): Promise<ConsentAnswer>
}
export type KdpConfig = {
  address: string
  login: string
  password: string
  userId: string
  /** The requesting company, as the person sees it in the SMS and in their history of accesses. */
  company: { name: string; bin: string; responsible: string; employee: string }
}

/** The only place where their words become ours; `error` is their failure. */
const states = {
  pending: 'awaiting',
  invalid: 'rejected',
  timeout: 'expired',
  not_found: 'unreachable',
} as const satisfies Record<Exclude<TheirState, 'valid' | 'error'>, ConsentAnswer['state']>
const SUCCESS = 'SCSS001'

export function kdp(config: KdpConfig, send: Send<Operation>): Consent {
  const { address, login, password, userId, company } = config
  return {
    ask: async ({ iin, purpose, key, sms, holdsMs }) => {
      const reply = await send({
        operation: KDP_METHOD,
        key,
        method: 'POST',
        url: address,
        headers: {
          'content-type': 'text/xml; charset=utf-8',
          soapaction: '""',
          authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
        },
        body: kdpRequest(userId, {
          requestNumber: key,
          uin: iin,
          company: company.name,
          company_bin: company.bin,
          company_responsible: company.responsible,
          employee_name: company.employee,
          access_name: PERSON_ACCESS,
          personal_data_name: purpose,
          expiresIn: String(Math.min(holdsMs, LONGEST_EXPIRES_IN)),
          'omit-sms': sms ? 'false' : 'true',
        }),
        // Not repeated automatically: that a number names a process is only likely, and a repeat
        // may be a second SMS.
        safe: false,
      })
      if (reply.status !== 200 && reply.status !== 500) throw unclear(`HTTP ${reply.status}`)
      return answerOf(reply.text)
    },
  }
}

/** `sure`: nothing was begun there. */
const unclear = (reason: string, sure = false, isFailure = true) =>
  new Unavailable('kdp', KDP_METHOD, reason, !sure, { isFailure })

function answerOf(text: string): ConsentAnswer {
  const { code, data } = readable(text)
  if (code !== null && code !== SUCCESS) {
    const { side, words } = statusMeaning(code)
    const isTheirs = side === 'person' || side === 'consent'
    throw unclear(words, side === 'ours' || isTheirs, !isTheirs)
  }
  if (!data) throw unclear('responseData.data is missing')
  if (data.status === 'error') throw unclear('data.status says error', true)
  if (data.status !== 'valid') return { state: states[data.status] }
  if (!data.code) throw unclear('data.code is missing')
  if (!data['public-key']) throw unclear('data.public-key is missing')
  return { state: 'approved', consent: { token: data.code, publicKey: data['public-key'] } }
}

function readable(text: string) {
  try {
    return readKdpReply(text)
  } catch {
    // The parser's words may quote the reply, which holds the token.
    throw unclear('unreadable reply')
  }
}
