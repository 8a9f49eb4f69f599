import { useLayoutEffect, useRef } from 'react'
import { toRow } from '../../ui/walk-rows.ts'

/** Handlers by the key's place on the keyboard: `KeyJ`, `Shift+Slash`, `Mod+KeyK` (Ctrl or ⌘). */
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
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio]), select, textarea'))

/** `J` and `K` walk through the rows of a desk. */
export const useRowKeys = (): void =>
  useKeys({ KeyJ: () => void toRow(1), KeyK: () => void toRow(-1) })

type Opened = { close: () => void; isOpen: () => boolean }
/** Open layers over the work, the last opened at the end. */
let opened: Opened[] = []

/** While `isOpen`, Escape closes it, after any layer opened later. */
export function useOpened(isOpen: boolean, close: () => void): void {
  const now = useRef(close)
  useLayoutEffect(() => {
    now.current = close
  })
  useLayoutEffect(() => {
    if (!isOpen) return
    const one = { close: () => now.current(), isOpen: () => true }
    opened.push(one)
    return () => {
      opened = opened.filter((other) => other !== one)
    }
  }, [isOpen])
}

/** Registers a fold or menu that the user opens, a native `<details>`, as an open layer. */
function heardFold({ target, defaultPrevented }: MouseEvent): void {
  const fold = target instanceof Element ? target.closest('summary')?.parentElement : null
  if (!(fold instanceof HTMLDetailsElement) || fold.open || defaultPrevented) return
  opened.push({
    close: () => {
      fold.open = false
      fold.querySelector('summary')?.focus()
    },
    isOpen: () => fold.isConnected && fold.open,
  })
}

/**
 * Makes Escape leave the focused field and keep its text; pressed again it closes the last opened
 * layer. The browser handles a dialog.
 */
export function useEscape(): void {
  // Runs after the field itself has handled the key.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target } = event
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      if (document.querySelector('dialog[open]') || !(target instanceof HTMLElement)) return
      if (isField(target)) {
        target.blur()
        return
      }
      opened = opened.filter(({ isOpen }) => isOpen())
      const last = opened.at(-1)
      if (!last) return
      event.preventDefault()
      last.close()
    }
    addEventListener('keydown', press)
    addEventListener('click', heardFold)
    return () => {
      removeEventListener('keydown', press)
      removeEventListener('click', heardFold)
    }
  }, [])
}

/**
 * Binds keys of a desk by place and not by letter, so that they work in every layout; `*` is any
 * other. Fields and open dialogs have their own keys; a key with a modifier is the browser's unless
 * it is bound here, and then works in fields too. The frame handles a key before its page
 * (`first`).
 */
export function useKeys(keys: Keys, first = false): void {
  const now = useRef(keys)
  // A layout effect: keys work as soon as the content is visible.
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
