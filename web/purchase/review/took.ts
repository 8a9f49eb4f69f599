import { useEffect, useRef, useState } from 'react'
import { decimal } from '../price/factor-words.ts'
import { carLookup, type State } from '../state/state.ts'

/**
 * How long the registers of the first car and of the buyer took here, in seconds as people write
 * them; null of what was not asked on this page or has not answered.
 */
export function useTook({ policyholder, cars }: Pick<State, 'policyholder' | 'cars'>) {
  return {
    car: useSeconds(cars[0] && carLookup(cars[0]).kind),
    own: useSeconds(policyholder.lookup.kind),
  }
}

function useSeconds(kind: State['policyholder']['lookup']['kind'] | undefined): string | null {
  const asked = useRef<number | null>(null)
  const [seconds, setSeconds] = useState<string | null>(null)
  // Outside React: the clock.
  useEffect(() => {
    if (kind === 'busy') asked.current = performance.now()
    if (kind !== 'found') return setSeconds(null)
    if (asked.current === null) return
    const tenths = Math.max(1, Math.round((performance.now() - asked.current) / 100))
    setSeconds(decimal((tenths / 10).toFixed(1)))
    asked.current = null
  }, [kind])
  return seconds
}
