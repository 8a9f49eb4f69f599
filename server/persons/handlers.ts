import type { Handlers } from '../http/route.ts'
import { setClientByDocument } from './client-by-document.ts'
import { updateClientInEsbd } from './client-in-esbd.ts'
import { getPersonSocialStatus } from './social-status.ts'

/** Who answers the calls of people. */
export const personsHandlers = {
  getPersonSocialStatus,
  updateClientInEsbd,
  setClientByDocument,
} satisfies Partial<Handlers>
