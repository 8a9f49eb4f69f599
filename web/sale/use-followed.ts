import { useEffect, useState } from 'react'
import { follow } from './follow.ts'
import type { Progress } from './phase.ts'

/**
 * One order followed until it is over, whoever sold it: its buyer knows it by the random key alone,
 * who sells by its number and learns the key. `beside` begins with each watch and answers what is
 * called with each word of the stream.
 */
export function useFollowed(
  order: { id: string | null; key: string | null },
  isOver: (progress: Progress) => boolean,
  beside?: (signal: AbortSignal) => () => void,
) {
  const { id, key } = order
  const [progress, setProgress] = useState<Progress | null>(null)
  const [online, setOnline] = useState(true)
  const [missing, setMissing] = useState(false)
  const [round, setRound] = useState(0)
  const restart = (): void => setRound((count) => count + 1)

  // The server's stream, and the browser's word about the connection. A new round is a new watch.
  useEffect(() => {
    if (!id) return
    const stop = new AbortController()
    const { signal } = stop
    addEventListener('offline', () => setOnline(false), { signal })
    // a stream that survived on paper may be dead: begin anew
    addEventListener('online', restart, { signal })
    const word = beside?.(signal)
    const onProgress = (next: Progress): void => {
      setProgress(next)
      word?.()
    }
    const onMissing = (): void => setMissing(true)
    if (key) void follow(key, { onProgress, onOnline: setOnline, onMissing, isOver }, signal)
    return () => stop.abort()
  }, [id, key, round]) // oxlint-disable-line react/exhaustive-deps

  return { progress, online, missing, restart }
}
