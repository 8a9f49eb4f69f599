import { entriesOf } from './history-entries.ts'
import type { HistoryEntry, HistoryEvent } from './history-event.ts'

/**
 * An order's history for people: its events by the phases a sale goes through, what was repeated
 * counted, what a machine does anyway folded. Nothing is lost: every entry holds its events.
 */
export type PhaseName = 'order' | 'payment' | 'issue' | 'after' | 'refund' | 'ending' | 'people'

export type Phase<Event> = {
  name: PhaseName
  from: string
  to: string
  entries: HistoryEntry<Event>[]
}

/** Phases in the order they began; what people did stands last. `events` are the oldest first. */
export function historyOf<Event extends HistoryEvent>(events: readonly Event[]): Phase<Event>[] {
  const found = new Map<PhaseName, Event[]>()
  let now: PhaseName = 'order'
  for (const event of events) {
    const [at, next] = phaseOf(event, now)
    now = next
    found.set(at, [...(found.get(at) ?? []), event])
  }
  const people = found.get('people')
  found.delete('people')
  if (people) found.set('people', people)
  return [...found].map(([name, of]) => ({
    name,
    from: of[0]?.at ?? '',
    to: of.at(-1)?.at ?? '',
    entries: entriesOf(of),
  }))
}

/** Where an event belongs, and the phase that goes on after it. */
function phaseOf({ kind, what }: HistoryEvent, now: PhaseName): [PhaseName, PhaseName] {
  if (kind === 'staff') return ['people', now]
  if (kind === 'refund') return ['refund', 'refund']
  if (kind === 'ending') return ['ending', 'ending']
  if (kind === 'payment' && (now === 'order' || now === 'payment')) return ['payment', 'payment']
  if (kind !== 'order') return [now, now]
  if (what === 'paid') return ['payment', 'issue']
  if (what === 'issuing') return ['issue', 'issue']
  if (what === 'issued' || what === 'active') return ['issue', 'after']
  if (what === 'issue_failed') return ['issue', 'refund']
  if (/^refund/.test(what)) return ['refund', 'refund']
  return [now, now]
}
