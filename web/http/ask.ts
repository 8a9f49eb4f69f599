import { cabinetToken, sessionEnded } from '../session/session.ts'
import { pageLocale } from '../texts.ts'
import { call } from './call.ts'

type Opener = { token: () => string | null; drop: () => void }
let opener: Opener | null = null

/** A page that one thing's own token may open names it (`claims/claim-opener.ts`). */
export const opensBy = (own: Opener): void => {
  opener = own
}

/** The bearer token of this page: of the one thing it shows, else of whoever is signed in. */
export const pageToken = (): string | null => opener?.token() ?? cabinetToken()

/**
 * A call as whoever is signed in to the cabinet or a desk, or holds this page's own token. A page
 * that was reloaded asks the same while the server still works for the one before it: that is waited
 * for.
 */
export const ask = call({
  token: pageToken,
  ended: () => {
    opener?.drop()
    sessionEnded(pageLocale())
  },
  duplicateAttempts: 6,
})
