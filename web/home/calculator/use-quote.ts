import { useCallback, useEffect, useState } from 'react'
import type { Quoted } from './quoted.ts'

/** Long enough for somebody who looks through the plans. */
const PAUSE_MS = 300

/**
 * The price of a month of this home under this plan, with the insurer and the days, asked by itself
 * when both are known. Null before that.
 */
export function useQuote(
  address: string | null,
  planId: number,
): { quoted: Quoted | null; again: () => void } {
  const [answer, setAnswer] = useState<{ key: string; quoted: Quoted } | null>(null)
  const [round, setRound] = useState(0)
  const again = useCallback(() => {
    setAnswer(null)
    setRound((count) => count + 1)
  }, [])
  const key = address && planId ? `${address} ${planId}` : null

  // Outside React: the server. A new round is the reason to ask again.
  useEffect(() => {
    if (!address || !key) return
    const stop = new AbortController()
    const say = (quoted: Quoted) => {
      if (!stop.signal.aborted) setAnswer({ key, quoted })
    }
    const timer = setTimeout(() => {
      import('./ask-quote.ts').then(
        ({ askQuote }) => askQuote({ address, planId }, stop.signal, say),
        () => say({ is: 'failed', offline: !navigator.onLine }),
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [address, planId, key, round]) // oxlint-disable-line react/exhaustive-deps

  // Outside React: the connection.
  const offline = answer?.quoted.is === 'failed' && answer.quoted.offline
  useEffect(() => {
    if (!offline) return
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [offline, again])

  if (!key) return { quoted: null, again }
  return { quoted: answer?.key === key ? answer.quoted : { is: 'asked' }, again }
}
