import { useLayoutEffect, useRef } from 'react'

const listeners = new Set<() => void>()

/** Opens the search over all desks, wherever it is asked for. */
export const openSearch = (): void => {
  for (const listener of listeners) listener()
}

/**
 * The frame draws the search when somebody asks for it; asked for before the frame is ready, as
 * soon as it is.
 */
export function useSearchAsked(ready: boolean, asked: () => void): void {
  const now = useRef({ ready, asked })
  const waits = useRef(false)
  // Outside this part: the tools above, a field in the page; heard as soon as keys are (keys.ts).
  useLayoutEffect(() => {
    now.current = { ready, asked }
    if (!ready || !waits.current) return
    waits.current = false
    asked()
  })
  useLayoutEffect(() => {
    const listener = () => {
      if (now.current.ready) now.current.asked()
      else waits.current = true
    }
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
}
