import { useEffect } from 'react'
import { consentAnswerMs } from '#domain/lifetimes.ts'
import type { call } from '../http/call.ts'
import { apiErrorOf } from '../http/http.ts'
import type { Person } from './model/sale.ts'

/** The answer of 1414 for one person and phone; valid for them only. */
export type ConsentSaid = Pick<Person, 'iin' | 'phone' | 'consent'>
type Consent = Person['consent']

type Props = ConsentSaid & {
  call: ReturnType<typeof call>
  /** How often the answer to 1414 is looked for, ms. */
  everyMs: number
  /** Words for a failure the server says nothing about. */
  failed: string
  onConsent: (said: ConsentSaid) => void
}

/**
 * Asks for one person's consent by SMS from 1414, for any seller, and polls for the answer while it
 * is awaited.
 */
export function useConsent(props: Props): { ask: () => void } {
  const { call: ask, iin, phone, consent, everyMs, onConsent } = props
  const requestId = consent.kind === 'awaiting' ? consent.requestId : null
  const say = (answer: Consent): void => onConsent({ iin, phone, consent: answer })

  // A failed look is simply made again. One watch for one request.
  useEffect(() => {
    if (!requestId) return
    const stop = new AbortController()
    const look = async (): Promise<void> => {
      try {
        const { data } = await ask('consentStatus', { requestId }, { signal: stop.signal })
        if (data.status !== 'awaiting') say({ kind: data.status })
      } catch (error) {
        if (apiErrorOf(error).kind === 'missing') say({ kind: 'expired' })
      }
    }
    const timer = setInterval(() => void look(), everyMs)
    return () => {
      clearInterval(timer)
      stop.abort()
    }
  }, [requestId]) // oxlint-disable-line react/exhaustive-deps

  return {
    ask: () => {
      say({ kind: 'asking' })
      void asked(props).then(say)
    },
  }
}

async function asked({ call: ask, iin, phone, failed }: Props): Promise<Consent> {
  try {
    const { requestId } = (await ask('requestConsent', { iin, phone })).data
    const { status } = (await ask('consentStatus', { requestId })).data
    // The time left counts on this device's clock: the server's may show another day.
    return status === 'awaiting'
      ? { kind: 'awaiting', requestId, expiresAt: Date.now() + consentAnswerMs }
      : { kind: status }
  } catch (error) {
    const apiError = apiErrorOf(error)
    const message = apiError.kind === 'invalid' ? apiError.errors[0]?.message : apiError.message
    return { kind: 'failed', message: message || failed }
  }
}
