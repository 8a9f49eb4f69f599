import type { Context } from '../http/context.ts'
import type { Counted } from '../http/limits.ts'

type Asking = Pick<Context, 'limits' | 'browser' | 'address'>

/**
 * What a code to a phone that somebody unknown says is theirs is counted by. Counted where they are
 * first: whoever asks too often from one address is told so before the phone's own number is
 * touched. A browser the phone has been proved from is counted by itself.
 */
const countsOf = (phone: string, { browser, address }: Asking): readonly Counted[] =>
  browser.knows(phone)
    ? [['codesPerBrowser', `${phone}:${browser.counted}`]]
    : [
        ['codesHere', `${phone}:${address}`],
        ['codesPerPhone', phone],
        ['smsPerPhoneADay', phone],
      ]

/** Counts a code that is to be sent to a phone. */
export async function countCodeTo(phone: string, asking: Asking) {
  for (const [name, key] of countsOf(phone, asking)) await asking.limits.count(name, key)
}

/** Counts the code by the address alone, where the phone has not been proved before. */
export async function countCodeFrom(phone: string, { limits, browser, address }: Asking) {
  if (!browser.knows(phone)) await limits.count('codesPerAddress', address)
}

/**
 * The code that was sent has been entered: it, and what else was counted when it was sent, is given
 * back. Asked before the browser learns the phone.
 */
export async function restoreCode(phone: string, asking: Asking, more: readonly Counted[] = []) {
  const { limits, browser, address } = asking
  const here: readonly Counted[] = browser.knows(phone)
    ? []
    : [['codesPerAddress', address], ...more]
  for (const [name, key] of [...here, ...countsOf(phone, asking)]) await limits.restore(name, key)
}

/**
 * Somebody tries what only the owner of a phone or a login knows: what is wrong is counted by their
 * address, unless the phone or login (`what`) has been proved from this browser before.
 */
export const attemptFrom = <T extends object>(
  { limits, browser, address }: Asking,
  name: 'signInsPerAddress' | 'wrongCodesPerAddress',
  what: string | null,
  work: () => Promise<T>,
): Promise<T> =>
  what !== null && browser.knows(what)
    ? work()
    : limits.attempt([name, address], work, (answer) => !('success' in answer && !answer.success))
