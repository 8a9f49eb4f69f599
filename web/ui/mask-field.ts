import { type Edited, maskOf, read } from './mask.ts'
import type { MaskRule } from './masks.ts'

/**
 * Keeps a field in its mask and tells every edit; returns what takes the mask off. What answers
 * keys and pastes comes right after the page: until then the field is read, and not rewritten. What
 * comes in the middle of a composition waits for its end.
 */
export function maskField(
  field: HTMLInputElement,
  ruleOf: () => MaskRule,
  tell: (edited: Edited) => void,
  say?: (problem: string | undefined) => void,
): () => void {
  let composing = false
  const early = (event?: Event): void => {
    composing = event instanceof InputEvent && event.isComposing
    const now = read(ruleOf(), field.value)
    tell({ ...now, complete: now.shown.length >= maskOf(ruleOf(), now.clean).length })
  }
  const kinds = ['input', 'compositionend']
  let stop = (): void => {
    for (const kind of kinds) field.removeEventListener(kind, early, true)
  }
  for (const kind of kinds) field.addEventListener(kind, early, true)
  if (field.value !== field.defaultValue) early()
  let gone = false
  import('./later-field.ts').then(
    (part) => {
      const take = (): void => {
        if (gone || !part) return
        stop()
        stop = part.keepField(field, ruleOf, tell, say)
      }
      if (composing) field.addEventListener('compositionend', take, { once: true })
      else take()
    },
    // Without a connection the field stays as it is typed.
    () => {},
  )
  return () => {
    gone = true
    stop()
  }
}
