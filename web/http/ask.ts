import { cabinetToken, sessionEnded } from '../session/session.ts'
import { pageLocale } from '../texts.ts'
import { call } from './call.ts'

/** A call as whoever is signed in to the cabinet or a desk. */
export const ask = call({
  token: cabinetToken,
  ended: () => sessionEnded(pageLocale()),
  duplicateAttempts: 1,
})
