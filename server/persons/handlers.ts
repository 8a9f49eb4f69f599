import type { Handlers } from '../http/route.ts'
import { setClientByDocument, updateClientInEsbd } from './registered-person.ts'
import { getPersonSocialStatus } from './social-status.ts'

/** Who answers the calls of people. */
export const personsHandlers = {
  getPersonSocialStatus,
  updateClientInEsbd,
  setClientByDocument,
} satisfies Partial<Handlers>
