import { createContext, useContext } from 'react'
import type { Action, CabinetUser, PersonalState } from './state.ts'
import type { TabName } from './tabs.ts'

/** What every tab is given. */
export type Cabinet = {
  state: PersonalState
  dispatch: (action: Action) => void
  user: CabinetUser
  /** Changes after the password has been changed or the session has moved on. */
  onUser: (user: CabinetUser) => void
  /** Today by the server's clock, a day of Almaty. */
  today: string
  openTab: (name: TabName) => void
  /** Number of the open policy, from the address; null for the list. */
  policy: string | null
  openPolicy: (globalId: string | null) => void
}

export const CabinetContext = createContext<Cabinet | null>(null)

export function useCabinet(): Cabinet {
  const cabinet = useContext(CabinetContext)
  if (!cabinet) throw new Error('a tab outside the cabinet')
  return cabinet
}
