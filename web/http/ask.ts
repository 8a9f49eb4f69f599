import { cabinetToken, sessionEnded } from '../session/session.ts'
import { pageLocale } from '../texts.ts'
import { call } from './call.ts'

type Opener = { token: () => string | null; drop: () => void }
let opener: Opener | null = null

/** A page that one thing's own token may open names it (`claims/claim-opener.ts`). */
export const opensBy = (own: Opener): void => {
  opener = own
}

/** The bearer token of this page: of the one thing it shows, else of the signed-in user. */
export const pageToken = (): string | null => opener?.token() ?? cabinetToken()

/**
 * Calls as the signed-in user of the cabinet or a desk, or with this page's own token. A reloaded
 * page repeats a request the server still works on for the page before: it waits for that.
 */
export const ask = call({
  token: pageToken,
  ended: () => {
    opener?.drop()
    sessionEnded(pageLocale())
  },
  duplicateAttempts: 6,
})
