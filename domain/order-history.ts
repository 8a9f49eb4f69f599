import type { HistoryEntry, HistoryEvent, Kind } from './history-event.ts'

/**
 * Number of equal successful calls that is worth a line of its own («asked about the payment 14×»).
 */
const TELLING = 3

function entriesOf<Event extends HistoryEvent>(events: readonly Event[]): HistoryEntry<Event>[] {
  const same = new Map<string, Event[]>()
  for (const event of events) {
    const key = keyOf(event)
    same.set(key, [...(same.get(key) ?? []), event])
  }
  const groups = [...same.values()]
  const routine = (kind: Kind, most: number) => (group: readonly Event[]) =>
    group[0]?.kind === kind && !group[0].bad && group.length < most
  const [isCall, isJob] = [routine('call', TELLING), routine('job', Number.POSITIVE_INFINITY)]
  const calls = groups.filter(isCall).flat()
  const jobs = groups.filter(isJob).flat()
  return [
    ...groups
      .filter((group) => !isCall(group) && !isJob(group))
      .map((group) => entry(group.length > 1 ? 'repeated' : 'one', group)),
    ...(calls.length > 0 ? [entry(calls.length > 1 ? 'calls' : 'one', calls)] : []),
    ...(jobs.length > 0 ? [entry(jobs.length > 1 ? 'jobs' : 'one', jobs)] : []),
  ].sort((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0))
}

/** Calls and jobs are the same whatever they took; of other events the words count too. */
const keyOf = ({ kind, what, detail, bad }: HistoryEvent): string =>
  kind === 'call' || kind === 'job'
    ? `${kind} ${kind === 'job' ? what.split('.')[0] : what} ${bad}`
    : `${kind} ${what} ${detail} ${bad}`

const entry = <Event extends HistoryEvent>(
  kind: HistoryEntry<Event>['kind'],
  events: Event[],
): HistoryEntry<Event> => ({
  kind,
  bad: events.some(({ bad }) => bad),
  first: events[0]?.at ?? '',
  last: events.at(-1)?.at ?? '',
  events,
})

/**
 * An order's history for people: its events by the phases of a sale, repeated ones counted, routine
 * ones folded. Nothing is lost: every entry holds its events.
 */
export type PhaseName = 'order' | 'payment' | 'issue' | 'after' | 'refund' | 'ending' | 'people'

export type Phase<Event> = {
  name: PhaseName
  from: string
  to: string
  entries: HistoryEntry<Event>[]
}

/** Returns phases in the order they began; people's acts are last. `events` are oldest first. */
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

/** Returns the phase of an event, and the phase that continues after it. */
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
