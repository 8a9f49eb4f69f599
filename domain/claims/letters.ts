/** Letters of the desk to a client: papers are missing, the terms of the law, it is accepted. */
export const claimLetters = ['lacks', 'terms', 'paid'] as const
export type ClaimLetter = (typeof claimLetters)[number]
