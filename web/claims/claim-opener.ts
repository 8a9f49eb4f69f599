import { opensBy } from '../http/ask.ts'
import { claimToken, dropClaimToken } from '../session/claim-token.ts'

/** The pages of a claim are opened by the token of that claim, too. */
opensBy({ token: claimToken, drop: dropClaimToken })
