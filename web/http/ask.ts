import { claimToken, dropClaimToken } from '../session/claim-token.ts'
import { cabinetToken, sessionEnded } from '../session/session.ts'
import { pageLocale } from '../texts.ts'
import { call } from './call.ts'

/** The bearer token of this page: of the one claim that it shows, else of whoever is signed in. */
export const pageToken = (): string | null => claimToken() ?? cabinetToken()

/**
 * A call as whoever is signed in to the cabinet or a desk, or holds the one claim of this page. A page that was reloaded asks the same
 * while the server still works for the one before it: that is waited for.
 */
export const ask = call({
  token: pageToken,
  ended: () => {
    dropClaimToken()
    sessionEnded(pageLocale())
  },
  duplicateAttempts: 6,
})
