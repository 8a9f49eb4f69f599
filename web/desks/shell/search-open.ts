import { useLayoutEffect, useRef } from 'react'

const listeners = new Set<() => void>()

/** A search that does not load releases the keys after this time. */
const KEPT_MS = 10_000
let letGo: ReturnType<typeof setTimeout> | undefined

/**
 * Keys typed or pasted between the press that opens the search and its first paint, so that none is
 * lost.
 */
let early: { text: string; entered: boolean } | null = null

const keep = (event: KeyboardEvent) => {
  if (!early || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'Enter') early.entered = true
  else if (event.key === 'Backspace') early.text = early.text.slice(0, -1)
  else if (event.key.length === 1) early.text += event.key
  else return
  event.preventDefault()
  event.stopImmediatePropagation()
}
const keepPaste = (event: ClipboardEvent) => {
  if (!early) return
  event.preventDefault()
  early.text += event.clipboardData?.getData('text').trim() ?? ''
}

/** Returns the text typed before the field existed, and whether Enter followed it. */
export function takeEarly(): { text: string; entered: boolean } {
  const taken = early ?? { text: '', entered: false }
  early = null
  clearTimeout(letGo)
  removeEventListener('keydown', keep, true)
  removeEventListener('paste', keepPaste, true)
  return taken
}

/** Opens the search over all desks, from anywhere. */
export const openSearch = (): void => {
  if (!early && !document.querySelector('dialog[open]')) {
    early = { text: '', entered: false }
    letGo = setTimeout(takeEarly, KEPT_MS)
    addEventListener('keydown', keep, true)
    addEventListener('paste', keepPaste, true)
  }
  for (const listener of listeners) listener()
}

/** Opens the search on request; a request before the frame is ready runs once it is. */
export function useSearchAsked(ready: boolean, asked: () => void): void {
  const now = useRef({ ready, asked })
  const waits = useRef(false)
  // Requests come from the toolbar or a field in the page; listens as soon as keys work (keys.ts).
  useLayoutEffect(() => {
    now.current = { ready, asked }
    if (!ready || !waits.current) return
    waits.current = false
    asked()
  })
  useLayoutEffect(() => {
    const listener = () => {
      if (now.current.ready) now.current.asked()
      else waits.current = true
    }
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
}
