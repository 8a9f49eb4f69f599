/**
 * A state outside React's queue: a dispatch takes effect at once for the calls after it; React
 * reads it with `useSyncExternalStore`.
 */
export function createStore<State, Change>(
  first: State,
  reduce: (state: State, change: Change) => State,
) {
  let state = first
  const listeners = new Set<() => void>()
  return {
    get: (): State => state,
    dispatch: (change: Change): void => {
      const next = reduce(state, change)
      if (next === state) return
      state = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
export type Store<State, Change> = {
  get: () => State
  dispatch: (change: Change) => void
  subscribe: (listener: () => void) => () => void
}

/**
 * Runs what the state calls for until stopped. `due`: the next task, or null; running it must make
 * it no longer due at once.
 */
export function watch<State>(
  { get, subscribe }: Pick<Store<State, never>, 'get' | 'subscribe'>,
  due: (state: State) => (() => void) | null,
): () => void {
  let looking = false
  const look = (): void => {
    if (looking) return
    looking = true
    try {
      for (let act = due(get()); act; act = due(get())) act()
    } finally {
      looking = false
    }
  }
  look()
  return subscribe(look)
}
