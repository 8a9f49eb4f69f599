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

/** What the page shows comes to, said in the foot of the frame as long as the page says it. */
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
