/** Signs that show nothing: blanks, marks of direction and width, fillers, the blank of braille. */
const unseen = String.raw`\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800`
const seen = new RegExp(`[^\\s${unseen}]`, 'u')
const allUnseen = new RegExp(`(?!\\s)[${unseen}]`, 'gu')

/** A text without what shows nothing around it. Walks from its ends: a text may be long. */
export function cutUnseen(text: string): string {
  const from = text.search(seen)
  if (from < 0) return ''
  let to = text.length
  while (!seen.test(lastOf(text, to))) to -= lastOf(text, to).length
  return text.slice(from, to)
}

/** Returns the character that ends before a place: two units for a surrogate pair. */
const lastOf = (text: string, to: number): string =>
  /[\udc00-\udfff]/.test(text[to - 1] ?? '') && /[\ud800-\udbff]/.test(text[to - 2] ?? '')
    ? text.slice(to - 2, to)
    : text.slice(to - 1, to)

/** Returns the visible part of a text, with one blank between its words. */
export const seenOf = (text: string): string =>
  text.replace(allUnseen, '').replace(/\s+/g, ' ').trim()
