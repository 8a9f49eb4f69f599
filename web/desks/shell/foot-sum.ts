import { useEffect, useSyncExternalStore } from 'react'

let sum = ''
const listeners = new Set<() => void>()
const tell = (text: string) => {
  sum = text
  for (const listener of listeners) listener()
}
const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Shows the page's total in the footer of the frame while the page is mounted. */
export function useFootSum(text: string): void {
  // Outside this part: the frame.
  useEffect(() => {
    tell(text)
    return () => tell('')
  }, [text])
}

export const useSum = (): string =>
  useSyncExternalStore(
    listen,
    () => sum,
    () => '',
  )
