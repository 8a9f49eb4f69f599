import { createContext, useContext } from 'react'
import type { z } from 'zod'
import type { CallName, Contract } from '#contract/index.ts'
import { api, type Reply } from '../../api.ts'
import { faultOf } from '../../http.ts'
import { cabinetToken, sessionEnded } from '../../session.ts'
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
}

export const CabinetContext = createContext<Cabinet | null>(null)

export function useCabinet(): Cabinet {
  const cabinet = useContext(CabinetContext)
  if (!cabinet) throw new Error('a tab outside the cabinet')
  return cabinet
}

/** A call as the client who is signed in. When the session has ended elsewhere, the page goes to the sign-in. */
export async function ask<Name extends CallName>(
  name: Name,
  body: z.input<Contract[Name]['body']>,
  signal?: AbortSignal,
): Promise<Reply<Name>> {
  try {
    return await api(name, body, { token: cabinetToken() ?? undefined, signal })
  } catch (error) {
    if (faultOf(error).kind === 'unauthorised') sessionEnded(document.documentElement.lang === 'ru' ? 'ru' : 'kz')
    throw error
  }
}
