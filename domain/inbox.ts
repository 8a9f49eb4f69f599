import { isWhole, recognise } from './desk-search.ts'

/** The contact desk: who a message waits for, channels for a reply, numbers in its text. */

export const replyWays = ['sms', 'mail'] as const
export type ReplyWay = (typeof replyWays)[number]

/** The parties an open message may wait for, other than us. */
export const waitsFor = ['client', 'insurer', 'bank', 'colleague'] as const

/** Signs of one SMS and of each of several, in letters beyond Latin (3GPP TS 23.038, UCS-2). */
const ALONE = 70
const EACH = 67
/** A reply by SMS is at most seven of them. */
export const smsReplyMax = 7 * EACH
export const mailReplyMax = 4_000

export const smsParts = (text: string): number =>
  text.length <= ALONE ? 1 : Math.ceil(text.length / EACH)

/** A piece of a text: words, or a number that the search at the desks finds by. */
export type Piece = { text: string; number: string | null }

/** Digits and letters that may be one number: with a plus, with blanks and hyphens within. */
const candidates = [
  // A phone, an IIN.
  String.raw`\+?\d[\d()\-\u2011\u2013 \u00a0]{8,18}\d`,
  // A plate with blanks, today's and the older ones.
  String.raw`\d{3}[ \u00a0]?\p{L}{2,3}[ \u00a0]?\d{2}`,
  String.raw`\p{L}[ \u00a0]?\d{3}[ \u00a0]?\p{L}{2,3}`,
  // Orders, claims, policies.
  String.raw`[\p{L}\d]{8,20}`,
]
const numbers = new RegExp(`(?<![\\p{L}\\d])(?:${candidates.join('|')})(?![\\p{L}\\d])`, 'gu')

/** A number of the demonstration: begins like ours, and continues with letters. */
const ourLetters = /^Q[GHC][A-Z]+\d+$/

/** The text in pieces: each whole number that the search knows is one of its own. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const { 0: found, index } of text.matchAll(numbers)) {
    const about = recognise(found)
    if (!isWhole(about) || about.kind === 'name') continue
    if (about.kind === 'number' && !ourLetters.test(about.value)) continue
    if (index > at) pieces.push({ text: text.slice(at, index), number: null })
    pieces.push({ text: found, number: about.value })
    at = index + found.length
  }
  if (at < text.length) pieces.push({ text: text.slice(at), number: null })
  return pieces
}
