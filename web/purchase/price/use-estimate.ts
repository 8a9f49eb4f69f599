import { useEffect, useState } from 'react'
import { api } from '../../http/api.ts'
import { keptEstimate } from './estimate-facts.ts'
import { knownFacts } from './known-facts.ts'

/**
 * About what it will cost, whole tenge, while the exact price is not there: by what is known
 * already, else as the calculator said last. Null: nothing can be said.
 */
export function useEstimate(
  state: Parameters<typeof knownFacts>[0] & { quote: unknown },
  today: string,
): number | null {
  const facts = state.quote ? null : knownFacts(state, today)
  const key = facts ? JSON.stringify(facts) : ''
  const [estimate, setEstimate] = useState<number | null>(null)
  // The key stands for the facts.
  useEffect(() => {
    if (!facts) return
    const stop = new AbortController()
    api('ogpoEstimate', facts, { signal: stop.signal }).then(
      ({ data }) => setEstimate(data.premium),
      () => {},
    )
    return () => stop.abort()
  }, [key]) // oxlint-disable-line react/exhaustive-deps
  useEffect(() => setEstimate((before) => before ?? keptEstimate()), [])
  return estimate
}
