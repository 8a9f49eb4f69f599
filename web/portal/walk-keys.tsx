import { useState } from 'react'
import { keysAreOn, switchKeys, useKeys } from '../desks/shell/keys.ts'
import { useTexts } from '../texts.ts'
import { keyWords as words } from './texts.ts'
import styles from './walk-keys.module.css'

/** Focuses the next or previous line of the page's lists, at its opening element. */
function walk(step: 1 | -1): void {
  const lines = [...document.querySelectorAll('tbody tr[data-key], [data-walk]')]
  const at = lines.findIndex((line) => line.contains(document.activeElement))
  const line = lines[at < 0 ? 0 : at + step]
  line?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true })
  line?.scrollIntoView({ block: 'nearest' })
}

/**
 * `J` and `K` walk the lists of the portal, as at the desks; a hint is below the lists, beside the
 * switch (WCAG 2.2, 2.1.4).
 */
export function WalkKeys() {
  const t = useTexts(words)
  const [on, setOn] = useState(keysAreOn)
  useKeys({ KeyJ: () => walk(1), KeyK: () => walk(-1) })
  return (
    <p className={styles.keys}>
      <kbd>J</kbd> <kbd>K</kbd> {t.walk} <kbd>Enter</kbd> {t.open}
      <label>
        <input
          type="checkbox"
          checked={on}
          onChange={({ currentTarget }) => {
            switchKeys(currentTarget.checked)
            setOn(currentTarget.checked)
          }}
        />
        {t.on}
      </label>
    </p>
  )
}
