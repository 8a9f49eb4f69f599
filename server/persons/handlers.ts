import type { Handlers } from '../http/route.ts'
import { setClientByDocument, updateClientInEsbd } from './registered-person.ts'
import { getPersonSocialStatus } from './social-status.ts'

/** Handlers of calls about people. */
export const personsHandlers = {
  getPersonSocialStatus,
  updateClientInEsbd,
  setClientByDocument,
} satisfies Partial<Handlers>
