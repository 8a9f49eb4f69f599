import type { OrderChanges } from './changes.ts'

/** So many sales are kept at once, of some 5 KB each; those asked about first go first. */
const MOST = 2_000
/** The longest a row that changed without a notice, by somebody's hand, can be told as it was. */
const LONGEST_MS = 60_000

/**
 * How sales stand, as last read, until the database tells of a change (decision 255). It holds
 * rows, never who may see them: whoever answers looks at that for each asker.
 */
export type Standings = {
  /**
   * What `load` finds of the sale with this id, read once until something of the sale changes.
   * `what` names the reading. Nothing found and a failed reading are not kept. What it answers is
   * shared: nobody may change it.
   */
  of<T>(id: string, what: string, load: () => Promise<T>): Promise<T>
  /** The id behind the key of an order's page, which never changes. */
  idOf(key: string, load: () => Promise<string | null>): Promise<string | null>
  /** This process has changed the sale itself: its next asker sees that at once. */
  forget(id: string): void
}

type Kept = { until: number; answers: Map<string, Promise<unknown>> }

/** Nothing is kept while notices may be missing. */
export function standings(changes: Pick<OrderChanges, 'first' | 'isHearing'>): Standings {
  const sales = new Map<string, Kept>()
  const ids = new Map<string, string>()
  const forget = (id: string): void => void sales.delete(id)
  changes.first((notice) => {
    if (notice === null) sales.clear()
    else if (notice.startsWith('desk:')) forget(notice.slice('desk:'.length))
    else forget(ids.get(notice) ?? '')
  })
  /** The sale's place, made where there is none: the oldest is the first of the map. */
  const placeOf = (id: string): Kept => {
    const now = performance.now()
    const there = sales.get(id)
    if (there && there.until > now) return there
    sales.delete(id)
    const place: Kept = { until: now + LONGEST_MS, answers: new Map() }
    sales.set(id, place)
    for (const [oldest, { until }] of sales) {
      if (until > now && sales.size <= MOST) break
      sales.delete(oldest)
    }
    return place
  }
  return {
    forget,
    of<T>(id: string, what: string, load: () => Promise<T>): Promise<T> {
      if (!changes.isHearing()) return load()
      const place = placeOf(id)
      const there = place.answers.get(what)
      // The door: under one name stands one reading.
      if (there) return there as Promise<T>
      const answer = load()
      const drop = () => {
        place.answers.delete(what)
        if (place.answers.size === 0 && sales.get(id) === place) sales.delete(id)
      }
      place.answers.set(what, answer)
      answer.then((found) => {
        if (found === null || found === undefined) drop()
      }, drop)
      return answer
    },
    async idOf(key, load) {
      const known = ids.get(key)
      if (known !== undefined) return known
      const id = await load()
      if (id === null) return null
      ids.set(key, id)
      for (const oldest of ids.keys()) {
        if (ids.size <= MOST) break
        ids.delete(oldest)
      }
      return id
    },
  }
}
