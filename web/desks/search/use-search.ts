import { useEffect, useState } from 'react'
import { asked, isWhole, type Recognised, recognise } from '#domain/desk-search.ts'
import { ask } from '../../http/ask.ts'
import { apiErrorOf } from '../../http/http.ts'
import type { Found } from './hits.tsx'

/** What is whole is looked for once the typing rests so long: every search is written down. */
const PAUSE_MS = 300

type State = { of: string; found: Found | null; failed: string | null }

/**
 * What a typed text is taken for, and what is there once it is whole or Enter was pressed on it
 * (`entered`). The text itself stays out of the address: it is personal data. An answer is that of
 * its own question, whenever it comes.
 */
export function useSearch(text: string, entered: boolean) {
  const about: Recognised | null = recognise(text)
  const one = isWhole(about) ? about : entered ? asked(text) : null
  // Ids of payments keep the letters they were typed in.
  const wanted = one ? (one.kind === 'number' ? text.trim() : one.value) : null
  const [state, setState] = useState<State | null>(null)
  useEffect(() => {
    if (!wanted) return
    const stop = new AbortController()
    const timer = setTimeout(
      () => {
        ask('staffSearch', { text: wanted }, { signal: stop.signal }).then(
          ({ data }) => setState({ of: wanted, found: data, failed: null }),
          (error: unknown) => {
            if (!stop.signal.aborted)
              setState({ of: wanted, found: null, failed: apiErrorOf(error).message ?? '' })
          },
        )
      },
      entered ? 0 : PAUSE_MS,
    )
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [wanted, entered])
  const answer = wanted && state?.of === wanted ? state : null
  return {
    about,
    found: answer?.found ?? null,
    failed: answer?.failed ?? null,
    busy: wanted !== null && answer === null,
    /** Enter was pressed on what is too little to look for. */
    isShort: entered && text.trim() !== '' && wanted === null,
  }
}
