import { useSyncExternalStore } from 'react'

const kept = 'qorgan.rail'
const listeners = new Set<() => void>()
const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const isFolded = (): boolean => {
  try {
    return localStorage.getItem(kept) === 'small'
  } catch {
    return false
  }
}

/**
 * Returns whether the user folded the rail, stored on the device; narrow windows fold it
 * themselves.
 */
export function useFolded(): [boolean, () => void] {
  const folded = useSyncExternalStore(listen, isFolded, () => false)
  const fold = () => {
    try {
      if (isFolded()) localStorage.removeItem(kept)
      else localStorage.setItem(kept, 'small')
    } catch {
      return // storage is off: the rail stays as it is
    }
    for (const listener of listeners) listener()
  }
  return [folded, fold]
}
