/** A line of the audit log as far as folding looks at it. */
type Line = { actor: string; action: string; at: string }

/** The same act by the same hand, again and again: the newest line first. */
export type Fold<Entry extends Line> = { key: string; entries: [Entry, ...Entry[]] }

/** A pause longer than this begins a new line of the page. */
const TOGETHER_MS = 30 * 60_000

/**
 * The log, the newest first, with the same acts of one actor as one: whatever others did between
 * them. Nothing is lost: every fold holds its lines.
 */
export function foldAudit<Entry extends Line>(entries: readonly Entry[]): Fold<Entry>[] {
  const open = new Map<string, Fold<Entry>>()
  const folds: Fold<Entry>[] = []
  for (const entry of entries) {
    const hand = `${entry.actor} ${entry.action}`
    const fold = open.get(hand)
    const last = fold?.entries.at(-1)
    if (fold && last && Date.parse(last.at) - Date.parse(entry.at) <= TOGETHER_MS) {
      fold.entries.push(entry)
      continue
    }
    const fresh: Fold<Entry> = { key: `${hand} ${entry.at} ${folds.length}`, entries: [entry] }
    open.set(hand, fresh)
    folds.push(fresh)
  }
  return folds
}

/**
 * More of an act in an hour by one person than their work asks for. Guesses (decision 211), until
 * they are dated rows of the reference.
 */
export const unusualPerHour: Readonly<Record<string, number>> = {
  'client.iin_revealed': 9,
  'client.phone_revealed': 15,
  'client.document_revealed': 9,
  'client.looked_at': 40,
  'order.looked_at': 80,
  'claim.looked_at': 60,
  'desk.searched': 60,
  'person.looked_up': 60,
  'vehicle.looked_up': 60,
  'report.exported': 10,
  'file.opened': 60,
  'user.password_reset': 5,
  'refund.details_entered': 10,
}
