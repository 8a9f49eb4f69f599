import { useEffect } from 'react'

/**
 * Puts the focus where the work of a screen begins, unless somebody has put it elsewhere meanwhile.
 * `field` names the element; null: this screen has none. Looked at anew with every `round`.
 */
export function useFirstFocus(field: (() => string | undefined) | null, round = 0): void {
  // With a screen and with every round, not with every change of what it holds.
  useEffect(() => {
    if (!field || document.activeElement !== document.body) return
    const id = field()
    if (id) document.getElementById(id)?.focus({ preventScroll: true })
  }, [round]) // oxlint-disable-line react/exhaustive-deps
}
