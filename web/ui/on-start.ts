import { useEffect, useRef } from 'react'

/**
 * Runs once after hydration. Fields use it to report what a person typed, chose or had filled in
 * before the script arrived: it is the browser's state, which React does not see.
 */
export function useOnStart(run: () => void): void {
  const first = useRef(run)
  useEffect(() => first.current(), [])
}
