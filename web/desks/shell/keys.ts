import { useLayoutEffect, useRef } from 'react'
import { toRow } from '../../ui/walk-rows.ts'

/** What a key does, by its place on the board: `KeyJ`, `Shift+Slash`, `Mod+KeyK` (Ctrl or ⌘). */
export type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>

const kept = 'qorgan.keys'

/** Single keys may be switched off (WCAG 2.2, 2.1.4). */
export function keysAreOn(): boolean {
  try {
    return localStorage.getItem(kept) !== 'off'
  } catch {
    return true
  }
}

export function switchKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(kept)
    else localStorage.setItem(kept, 'off')
  } catch {
    return // storage switched off: keys stay on
  }
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, select, textarea'))

/** `J` and `K` walk through the rows of a desk. */
export const useRowKeys = (): void =>
  useKeys({ KeyJ: () => void toRow(1), KeyK: () => void toRow(-1) })

/** Escape leaves the field one types in, with what was typed; pressed again it closes what is open. */
export function useFieldLeft(): void {
  // The keyboard, after the field itself has heard the key.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target } = event
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      if (document.querySelector('dialog[open]') || !(target instanceof HTMLElement)) return
      if (isField(target)) target.blur()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

/**
 * Keys of a desk, by place and not by letter, so that they work in every layout; `*` is any other.
 * A field and an open dialog have their own keys; with a modifier a key is the browser's unless it
 * is named here, and then works in fields too. The frame hears a key before its page (`first`).
 */
export function useKeys(keys: Keys, first = false): void {
  const now = useRef(keys)
  // The keyboard, heard as soon as what it acts on is seen.
  useLayoutEffect(() => {
    now.current = keys
  })
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return
      if (event.ctrlKey || event.metaKey) {
        const wanted = now.current[`Mod+${event.code}`]
        if (!wanted || event.shiftKey || document.querySelector('dialog[open]')) return
        event.preventDefault()
        wanted(event)
        return
      }
      if (isField(event.target) || document.querySelector('dialog[open]')) return
      if (event.code !== 'Escape' && !keysAreOn()) return
      const act = now.current[`${event.shiftKey ? 'Shift+' : ''}${event.code}`]
      if (act) event.preventDefault()
      ;(act ?? now.current['*'])?.(event)
    }
    addEventListener('keydown', press, first)
    return () => removeEventListener('keydown', press, first)
  }, [first])
}
