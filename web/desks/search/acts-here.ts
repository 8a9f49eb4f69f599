import { useEffect } from 'react'

/** What may be done with the case that is open beside the search. */
export type ActHere = { key: string; title: string; of: string; run: () => void }

let here: readonly ActHere[] = []
/** The acts of the open case, for the search. */
export const actsHere = (): readonly ActHere[] => here

/** The search offers these acts while the case is open. */
export function useActsHere(acts: readonly ActHere[]): void {
  // Outside this part: the search stands over all desks.
  useEffect(() => {
    here = acts
    return () => {
      if (here === acts) here = []
    }
  })
}
