import { useEffect } from 'react'

const FIRST_MS = 1_500
const LONGEST_MS = 30_000

/**
 * Asks again while something on the screen is still on its way: soon at first, then more and more
 * seldom, and not in a hidden tab.
 */
export function useAgainWhile(on: boolean, again: () => void): void {
  // Outside React: the time.
  useEffect(() => {
    if (!on) return
    let pause = FIRST_MS
    const ask = () => {
      if (!document.hidden) again()
      pause = Math.min(pause * 1.5, LONGEST_MS)
      timer = setTimeout(ask, pause)
    }
    let timer = setTimeout(ask, pause)
    return () => clearTimeout(timer)
  }, [on, again])
}
