import { useEffect, useState } from 'react'
import { api } from '../http/api.ts'
import { apiErrorOf } from '../http/http.ts'
import type { Progress } from './phase.ts'

/**
 * Following an order until it is over: server-sent events, else asking every 2–5 s with back-off; a
 * lost connection only pauses it.
 */

const eventsPath = '/api/policy/ogpo/orderEvents'
const firstPauseMs = 2000
const longestPauseMs = 5000
/** How long until the next try without a connection. */
export const offlinePauseMs = 10_000
/**
 * A stream that says nothing this long (the server sends comments to keep it alive) is taken for
 * broken.
 */
const silenceMs = 45_000

export type Watch = {
  onProgress: (progress: Progress) => void
  onOnline: (online: boolean) => void
  onMissing: () => void
  isOver: (progress: Progress) => boolean
}

export async function follow(key: string, watch: Watch, signal: AbortSignal): Promise<void> {
  let over = false
  let streams = true
  let pauseMs = firstPauseMs
  const take = (progress: Progress): void => {
    over = watch.isOver(progress)
    pauseMs = firstPauseMs
    watch.onOnline(true)
    watch.onProgress(progress)
  }
  while (!over && !signal.aborted) {
    try {
      take((await api('ogpoOrderProgress', { key }, { signal })).data)
      if (!over && streams) streams = await stream(key, take, () => over, signal)
    } catch (error) {
      if (signal.aborted) return
      const apiError = apiErrorOf(error)
      if (apiError.kind === 'missing' || apiError.kind === 'invalid') return watch.onMissing()
      if (apiError.kind === 'offline' || apiError.kind === 'timeout') watch.onOnline(false)
      pauseMs = apiError.kind === 'offline' ? offlinePauseMs : pauseMs
    }
    if (!over) await untilNext(pauseMs, signal)
    pauseMs = Math.min(longestPauseMs, Math.max(firstPauseMs, pauseMs * 1.3))
  }
}

/** Reads the stream till it ends; false when the server has none, so that asking goes on alone. */
async function stream(
  key: string,
  take: (progress: Progress) => void,
  over: () => boolean,
  signal: AbortSignal,
): Promise<boolean> {
  const quiet = new AbortController()
  let timer = setTimeout(() => quiet.abort(), silenceMs)
  try {
    const response = await fetch(eventsPath, {
      method: 'POST',
      headers: { Accept: 'text/event-stream', 'Content-Type': 'application/json' },
      body: JSON.stringify({ key }),
      signal: AbortSignal.any([signal, quiet.signal]),
    })
    if (
      !response.ok ||
      !response.body ||
      !response.headers.get('Content-Type')?.startsWith('text/event-stream')
    )
      return response.status === 429 || response.status >= 500
    let rest = ''
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      clearTimeout(timer)
      timer = setTimeout(() => quiet.abort(), silenceMs)
      const { messages, left } = messagesIn(rest + text)
      rest = left
      // the door: the same schema as ogpoOrderProgress
      for (const message of messages) take(JSON.parse(message) as Progress)
      if (over()) return true
    }
    return true
  } catch (error) {
    if (signal.aborted) throw error
    return true // cut off in the middle: the next round asks, then streams again
  } finally {
    clearTimeout(timer)
    quiet.abort()
  }
}

/**
 * Returns the `data:` of each complete message; `left`: the incomplete rest, for the next piece.
 */
export function messagesIn(text: string): { messages: string[]; left: string } {
  const parts = text.replaceAll('\r\n', '\n').split('\n\n')
  const left = parts.pop() ?? ''
  const messages = parts.flatMap((part) => {
    const data = part.split('\n').filter((line) => line.startsWith('data:'))
    return data.length ? [data.map((line) => line.slice(5).trimStart()).join('\n')] : []
  })
  return { messages, left }
}

/** Waits; ends early if the connection returns or the tab becomes visible. */
function untilNext(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      removeEventListener('online', end)
      document.removeEventListener('visibilitychange', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    document.addEventListener('visibilitychange', end)
    signal.addEventListener('abort', end, { once: true })
  })
}

/**
 * Follows one order of any seller until it is over. A buyer knows the order by its random key
 * alone; a seller queries it by number and learns the key. `beside` starts with each watch and
 * returns the callback for each word of the stream.
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
