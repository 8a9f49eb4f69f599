import type { z } from 'zod'
import { type Send, Unavailable } from '../http.ts'
import {
  type Operation,
  SCORING_ACCEPT,
  SCORING_DECLINE,
  SCORING_PATH,
  ScoreReply,
  type ScoreRequest,
} from './protocol.ts'

export type ScoringAsk = {
  /** IIN. */
  policyholder: string
  /** IINs of every insured person. */
  drivers: string[]
  /** Normalised plates. */
  plates: string[]
  /** Our id of the quote. */
  key: string
}
export type Scoring = {
  /**
   * The service's decision over the whole sale; throws `Unavailable` when it gives none. Both end
   * in code 5, with different texts.
   */
  score(ask: ScoringAsk): Promise<'ok' | 'bad'>
}
export type ScoringConfig = {
  address: string
  token: string
}

export function scoring({ address, token }: ScoringConfig, send: Send<Operation>): Scoring {
  return {
    score: async ({ policyholder, drivers, plates, key }) => {
      const body: z.infer<typeof ScoreRequest> = {
        requestId: key,
        policyholder: { iin: policyholder },
        drivers: drivers.map((iin) => ({ iin })),
        vehicles: plates.map((plate) => ({ plate })),
      }
      const reply = await send({
        operation: 'score',
        key,
        method: 'POST',
        url: `${address.replace(/\/$/, '')}${SCORING_PATH}`,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
        safe: true,
      })
      if (reply.status !== 200) throw new Unavailable('scoring', 'score', `HTTP ${reply.status}`)
      const read = ScoreReply.safeParse(parsed(reply.text))
      if (!read.success) throw new Unavailable('scoring', 'score', 'unreadable reply')
      if (read.data.requestId !== key)
        throw new Unavailable('scoring', 'score', 'answer to another request')
      const { decision } = read.data
      if ((SCORING_ACCEPT as readonly string[]).includes(decision)) return 'ok'
      if ((SCORING_DECLINE as readonly string[]).includes(decision)) return 'bad'
      throw new Unavailable('scoring', 'score', 'decision does not fit')
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
