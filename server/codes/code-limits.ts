import type { Context } from '../http/context.ts'

/**
 * Counts a code that is to be sent to a phone which somebody unknown says is theirs. Counted where
 * they are first: whoever asks too often from one address is told so before the phone's own number
 * is touched. A browser the phone has been proved from is counted by itself.
 */
export async function countCodeTo(
  phone: string,
  { limits, browser, address }: Pick<Context, 'limits' | 'browser' | 'address'>,
) {
  if (browser.knows(phone)) return limits.count('codesPerBrowser', `${phone}:${browser.counted}`)
  await limits.count('codesHere', `${phone}:${address}`)
  await limits.count('codesPerPhone', phone)
}
