import { useEffect, useState } from 'react'
import { isWhole, type Recognised, recognise } from '#domain/desk-search.ts'
import { ask } from '../../http/ask.ts'
import { apiErrorOf } from '../../http/http.ts'
import type { Found } from './hits.tsx'

/** A whole number is looked for once the typing rests so long: every search is written down. */
const PAUSE_MS = 300

type State = { of: string; found: Found | null; failed: string | null }

/**
 * What a typed text is taken for, and what is there once it is whole. The text itself stays out of
 * the address: it is personal data.
 */
export function useSearch(text: string) {
  const about: Recognised | null = recognise(text)
  const wanted = isWhole(about) ? about.value : null
  const [state, setState] = useState<State | null>(null)
  // Outside React: the server.
  useEffect(() => {
    if (!wanted) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      ask('staffSearch', { text: wanted }, { signal: stop.signal }).then(
        ({ data }) => setState({ of: wanted, found: data, failed: null }),
        (error: unknown) => {
          if (!stop.signal.aborted)
            setState({ of: wanted, found: null, failed: apiErrorOf(error).message ?? '' })
        },
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [wanted])
  const answer = wanted && state?.of === wanted ? state : null
  return {
    about,
    found: answer?.found ?? null,
    failed: answer?.failed ?? null,
    busy: wanted !== null && answer === null,
  }
}
