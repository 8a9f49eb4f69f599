import { useEffect } from 'react'

/**
 * Focuses the first field of a screen, unless the user moved the focus meanwhile. `field` names the
 * element; null: the screen has none. Runs again with every `round`.
 */
export function useFirstFocus(field: (() => string | undefined) | null, round = 0): void {
  // Runs per screen and round, not on every change of its content.
  useEffect(() => {
    if (!field || document.activeElement !== document.body) return
    const id = field()
    if (id) document.getElementById(id)?.focus({ preventScroll: true })
  }, [round]) // oxlint-disable-line react/exhaustive-deps
}
