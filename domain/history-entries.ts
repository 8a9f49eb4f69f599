import type { HistoryEntry, HistoryEvent, Kind } from './history-event.ts'

/**
 * So often the same call went well: it says something by itself («asked about the payment 14×»).
 */
const TELLING = 3

export function entriesOf<Event extends HistoryEvent>(
  events: readonly Event[],
): HistoryEntry<Event>[] {
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
