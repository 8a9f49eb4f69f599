import { keepToken, keptToken } from './site-token.ts'

/**
 * The token that opens one claim to a third party who has not signed in (decision 224): in this
 * tab's session storage, by the draft and, once it is sent, by the claim.
 */
const keyOf = (claim: string): string => `qorgan.claim.token.${claim}`

export const keepClaimToken = (claim: string, token: string, expiresInMs: number): void =>
  keepToken(keyOf(claim), token, expiresInMs)

/** The draft or claim that this page's address names, or null. */
const claimHere = (): string | null => {
  const query = new URLSearchParams(location.search)
  return query.get('claim') ?? query.get('draft')
}

/** The token of the claim that this page's address names, or null. */
export function claimToken(): string | null {
  const here = claimHere()
  return here ? keptToken(keyOf(here)) : null
}

/** The draft has become a claim: the same token opens it. */
export function carryClaimToken(draft: string, claim: string): void {
  const kept = sessionStorage.getItem(keyOf(draft))
  if (!kept) return
  sessionStorage.setItem(keyOf(claim), kept)
  sessionStorage.removeItem(keyOf(draft))
}

/** The token is over on the server's side. */
export function dropClaimToken(): void {
  const here = claimHere()
  if (here) sessionStorage.removeItem(keyOf(here))
}
