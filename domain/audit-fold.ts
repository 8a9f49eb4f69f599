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
 * Acts that are counted: more of one in an hour by one person than the reference says
 * (`unusual_acts`) is marked.
 */
export const watchedActs = [
  'client.iin_revealed',
  'client.phone_revealed',
  'client.document_revealed',
  'client.birth_revealed',
  'client.looked_at',
  'order.looked_at',
  'claim.looked_at',
  'desk.searched',
  'person.looked_up',
  'vehicle.looked_up',
  'report.exported',
  'file.opened',
  'user.password_reset',
  'refund.details_entered',
] as const
