const KEY = /^[a-z0-9]+(?:[/-][a-z0-9]+)*$/
export const isKey = (text: string): boolean => KEY.test(text)

/**
 * Throws a `RangeError` for what is not a key: nothing else may become part of a path or an
 * address.
 */
export function checkedKey(key: string): string {
  if (!isKey(key)) throw new RangeError('a file key of letters, digits, hyphens and slashes')
  return key
}
