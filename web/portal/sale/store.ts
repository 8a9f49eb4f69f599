import type { Action } from './state/actions.ts'
import { reduce } from './state/reduce.ts'
import type { State } from './state/state.ts'

/**
 * The calculation state outside React's queue: what has been dispatched is there at once for the
 * calls that come after it, and React reads it with `useSyncExternalStore`.
 */
export function createStore(first: State) {
  let state = first
  const listeners = new Set<() => void>()
  return {
    get: (): State => state,
    dispatch: (action: Action): void => {
      const next = reduce(state, action)
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
export type Store = ReturnType<typeof createStore>
