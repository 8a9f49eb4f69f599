import { useEffect } from 'react'
import type { CallName } from '#contract/index.ts'
import { askAnew } from '../http/replies.ts'
import { cabinetToken } from '../session/session.ts'

const AGAIN_MS = 5_000
/** Merges the many changes of one act into one request. */
const SETTLE_MS = 400
/** A stream silent for this long, heartbeats included, counts as broken. */
const SILENCE_MS = 45_000

/**
 * Repeats the call when somebody changed the object of this id while it is viewed. The stream
 * carries no data; typed text stays.
 */
export function useLive(about: string, name: CallName): void {
  useEffect(() => {
    const stop = new AbortController()
    let settling: ReturnType<typeof setTimeout> | undefined
    const heard = () => {
      clearTimeout(settling)
      settling = setTimeout(() => void askAnew([name]), SETTLE_MS)
    }
    void listens(about, heard, stop.signal)
    return () => {
      stop.abort()
      clearTimeout(settling)
    }
  }, [about, name])
}

/** Opens one stream after another until the page is left; retries if there is none. */
async function listens(about: string, heard: () => void, signal: AbortSignal): Promise<void> {
  for (let first = true; !signal.aborted; first = false) {
    // Fetches what changed while the stream was down.
    if (!first) heard()
    await stream(about, heard, signal).catch(() => {})
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, AGAIN_MS)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve(null)
      })
    })
  }
}

async function stream(about: string, heard: () => void, signal: AbortSignal): Promise<void> {
  const quiet = new AbortController()
  let timer = setTimeout(() => quiet.abort(), SILENCE_MS)
  try {
    const answer = await fetch('/api/staff/events', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${cabinetToken() ?? ''}`,
      },
      body: JSON.stringify({ about }),
      signal: AbortSignal.any([signal, quiet.signal]),
    })
    if (!answer.ok || !answer.body) return
    for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {
      clearTimeout(timer)
      timer = setTimeout(() => quiet.abort(), SILENCE_MS)
      if (text.includes('data:')) heard()
    }
  } finally {
    clearTimeout(timer)
    quiet.abort()
  }
}
