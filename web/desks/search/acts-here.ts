import { useEffect } from 'react'

/** An act on the case that is open beside the search. */
export type ActHere = { key: string; title: string; of: string; run: () => void }

let here: readonly ActHere[] = []
/** The acts of the open case, for the search. */
export const actsHere = (): readonly ActHere[] => here

/** The search offers these acts while the case is open. */
export function useActsHere(acts: readonly ActHere[]): void {
  // The search is over all desks, so the acts live in a shared list.
  useEffect(() => {
    here = acts
    return () => {
      if (here === acts) here = []
    }
  })
}
