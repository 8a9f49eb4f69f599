import { useEffect, useRef, useState } from 'react'
import type { Reply } from '../../http/api.ts'
import { ask } from './ask-later.ts'

export type Home = Reply<'addressByCode'>['data']

/**
 * What is chosen stands in the address of the page, so that a reload, the other language and the
 * sign-in keep it. `null` takes it away.
 */
export function keepChosen(chosen: { plan?: number; address?: string | null }): void {
  const query = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(chosen))
    if (value === null) query.delete(name)
    else query.set(name, String(value))
  history.replaceState(history.state, '', `?${query}`)
}

export type HomeChoice = {
  home: Home | null
  flats: readonly Home[]
  flat: string
  /** The code to be insured: of the home, or of the flat where there are flats. */
  code: string | null
  /** The home that the address of the page names is on its way. */
  coming: boolean
  take: (found: Home) => Promise<void>
  takeFlat: (code: string) => void
  clear: () => void
}

/**
 * The home somebody chooses, with the flats of its building; begins with the one of the address.
 */
export function useHomeChoice(failed: () => void): HomeChoice {
  const [home, setHome] = useState<Home | null>(null)
  const [flats, setFlats] = useState<readonly Home[]>([])
  const [flat, setFlat] = useState('')
  const [coming, setComing] = useState(false)
  // Whichever was chosen last: the flats of an earlier one may come after it.
  const last = useRef<string | null>(null)

  const choose = (found: Home | null) => {
    last.current = found?.code ?? null
    setComing(false)
    setHome(found)
    setFlat('')
    setFlats([])
    keepChosen({ address: found?.code ?? null })
  }
  const take = async (found: Home) => {
    choose(found)
    if (!found.flats) return
    const { data } = await ask('addressSuggest', { text: '', building: found.code })
    if (last.current === found.code) setFlats(data)
  }
  const takeFlat = (code: string) => {
    setFlat(code)
    keepChosen({ address: code || last.current })
  }
  const begin = useRef({ take, failed })

  // The address of the page, once.
  useEffect(() => {
    const code = new URLSearchParams(location.search).get('address')
    if (!code) return
    const stop = new AbortController()
    setComing(true)
    ask('addressByCode', { code }, { signal: stop.signal })
      .then(({ data }) => (last.current === null ? begin.current.take(data) : undefined))
      .catch(() => {
        if (stop.signal.aborted) return
        setComing(false)
        begin.current.failed()
      })
    return () => stop.abort()
  }, [])

  const code = home ? (home.flats ? flat || null : home.code) : null
  return { home, flats, flat, code, coming, take, takeFlat, clear: () => choose(null) }
}
