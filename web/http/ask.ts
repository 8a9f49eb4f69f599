import { cabinetToken, sessionEnded } from '../session/session.ts'
import { pageLocale } from '../texts.ts'
import { call } from './call.ts'

/**
 * A call as whoever is signed in to the cabinet or a desk. A page that was reloaded asks the same
 * while the server still works for the one before it: that is waited for.
 */
export const ask = call({
  token: cabinetToken,
  ended: () => sessionEnded(pageLocale()),
  duplicateAttempts: 6,
})
