import { useEffect, useState } from 'react'
import type { State } from './state.ts'

type Rows = Pick<State, 'own' | 'drivers' | 'cars'>
/** Whether a register is being asked: what it says may have to be asked of the person first. */
export const isPending = ({ own, drivers, cars }: Rows): boolean =>
  [own, ...drivers.map(({ lookup }) => lookup), ...cars.map(({ lookup }) => lookup)].some(
    ({ kind }) => kind === 'busy',
  )

/**
 * An act that has to wait for the registers: `pending` tells whether one is being asked and
 * remembers the act, which is then done when all have answered.
 */
export function useLookUps(state: Rows, act: () => void) {
  const [awaited, setAwaited] = useState(false)
  const pending = isPending(state)
  // What was awaited is done once.
  useEffect(() => {
    if (!awaited || pending) return
    setAwaited(false)
    act()
  }, [awaited, pending]) // oxlint-disable-line react/exhaustive-deps
  return {
    awaited,
    pending(form: Rows): boolean {
      const still = isPending(form)
      if (still) setAwaited(true)
      return still
    },
  }
}
