import type { Deps } from '../deps.ts'
import type { Browser } from '../http/browser.ts'
import type { LimitName } from '../http/limits.ts'

/**
 * Who guesses at a code: the wrong ones of a day are counted together per phone, from wherever they
 * come. Where the phone has been proved before, and inside a session, they are counted apart, so
 * that strangers' guesses do not shut the owner out.
 */
export type Guesser = {
  counts: readonly (readonly [LimitName, string])[]
  spent: 'spent' | 'spent_inside' | 'spent_desk'
}

/**
 * Somebody of whom nothing is known but the phone they say is theirs. One address alone can't use
 * up what a phone has.
 */
export const atPhone = (phone: string, browser: Browser): Guesser => ({
  counts: browser.knows(phone)
    ? [['wrongCodesPerBrowser', `${phone}:${browser.counted}`]]
    : [
        ['wrongCodesHere', `${phone}:${browser.address}`],
        ['wrongCodesPerPhone', phone],
      ],
  spent: 'spent',
})

/** Staff and accountants after the right password: in a key of their own. */
export const atDeskOf = (accountId: string, browser: Browser): Guesser => ({
  counts: [
    [
      'wrongCodesPerDesk',
      browser.knows(deskMark(accountId)) ? `${accountId}:${browser.counted}` : accountId,
    ],
  ],
  spent: 'spent_desk',
})
export const deskMark = (accountId: string) => `desk:${accountId}`

/** Whoever is signed in, at a code that confirms what they do. */
export const inSession = (accountId: string): Guesser => ({
  counts: [['wrongCodesPerAccount', accountId]],
  spent: 'spent_inside',
})

/** A promoter, at the code of somebody else's phone: that phone's guesses. */
export const atForeignPhone = (phone: string): Guesser => ({
  counts: [['wrongCodesPerPhone', phone]],
  spent: 'spent_inside',
})

/**
 * Counted before the code is looked at, so that parallel guesses count too. False when there are
 * none left today.
 */
export async function takeGuess({ limits }: Deps, { counts }: Guesser): Promise<boolean> {
  for (const [name, key] of counts) if (!(await limits.take(name, key))) return false
  return true
}

/** The code was right: it was no wrong one. */
export async function restoreGuess({ limits }: Deps, { counts }: Guesser): Promise<void> {
  for (const [name, key] of counts) await limits.restore(name, key)
}

/** Whether today's wrong codes are used up, so that another code could not be entered. */
export async function guessesSpent({ limits }: Deps, { counts }: Guesser): Promise<boolean> {
  for (const [name, key] of counts) if (await limits.spent(name, key)) return true
  return false
}
