import { useEffect, useRef } from 'react'

const listeners = new Set<() => void>()

/** Opens the search over all desks, wherever it is asked for. */
export const openSearch = (): void => {
  for (const listener of listeners) listener()
}

/** The frame draws the search when somebody asks for it. */
export function useSearchAsked(asked: () => void): void {
  const now = useRef(asked)
  // Outside this part: the tools above, a field in the page.
  useEffect(() => {
    now.current = asked
  })
  useEffect(() => {
    const listener = () => now.current()
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
}
