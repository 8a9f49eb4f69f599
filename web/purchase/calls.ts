import { call } from '../http/call.ts'
import { ownGuards } from '../session/own-guards.ts'
import { dropPurchaseToken, purchaseToken } from '../session/purchase-token.ts'
import { pageLocale } from '../texts.ts'
import { loginAddress } from './flow.ts'

/** Calls as the buyer; an expired token leads to the SMS code and keeps the draft. */
export const buy = call({ token: purchaseToken, ended: askAgain, duplicateAttempts: 6 })

/**
 * To the code and back to this very address; where only a client of the cabinet may be, to the
 * cabinet's sign-in.
 */
export function askAgain(): void {
  dropPurchaseToken()
  if (ownGuards().includes('auth'))
    return void import('../session/session.ts').then(({ sessionEnded }) =>
      sessionEnded(pageLocale()),
    )
  location.assign(loginAddress(pageLocale(), location.search, true))
}
