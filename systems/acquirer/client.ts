import type { Send } from '../http.ts'
import { cards } from './cards.ts'
import { exchange } from './exchange.ts'
import {
  answerNotice,
  answerUnproved,
  readCardNotice,
  readNotice,
  readRefundNotice,
} from './notices.ts'
import { opening, payments, refunds } from './payments.ts'
import type { Acquirer, AcquirerConfig } from './port.ts'
import type { Operation } from './protocol.ts'

export type { Acquirer, AcquirerConfig, Refusal } from './port.ts'
export type { Standing } from './standing.ts'

/** The one real client of the acquirer, over `send`. */
export function acquirer(config: AcquirerConfig, send: Send<Operation>): Acquirer {
  const ask = exchange(config, send)
  const { secret } = config
  return {
    ...opening(ask),
    ...payments(ask),
    ...refunds(ask),
    ...cards(ask),
    readNotice: (scriptName, body) => readNotice(scriptName, body, secret),
    readRefundNotice: (scriptName, body) => readRefundNotice(scriptName, body, secret),
    readCardNotice: (scriptName, body) => readCardNotice(scriptName, body, secret),
    answerUnproved,
    answerNotice: (scriptName, status, description) =>
      answerNotice(scriptName, status, description, secret),
  }
}
