import { type Edited, maskOf, read } from './mask.ts'
import type { MaskRule } from './masks.ts'

/**
 * Keeps a field in its mask and tells every edit; returns what takes the mask off. What answers
 * keys and pastes comes right after the page: until then the field is read, and not rewritten. What
 * comes in the middle of a composition rewrites nothing before its end.
 */
export function maskField(
  field: HTMLInputElement,
  ruleOf: () => MaskRule,
  tell: (edited: Edited) => void,
  say?: (problem: string | undefined) => void,
): () => void {
  let composing: boolean | undefined
  const early = (event?: Event): void => {
    composing = (event as InputEvent | undefined)?.isComposing // it is an `input` event
    const now = read(ruleOf(), field.value)
    tell({ ...now, complete: now.shown.length >= maskOf(ruleOf(), now.clean).length })
  }
  let stop = (): void => field.removeEventListener('input', early, true)
  field.addEventListener('input', early, true)
  if (field.value !== field.defaultValue) early()
  let gone = false
  import('./later-field.ts').then(
    (part) => {
      if (gone || !part) return
      stop()
      stop = part.keepField(field, ruleOf, tell, say, composing)
    },
    // Without a connection the field stays as it is typed.
    () => {},
  )
  return () => {
    gone = true
    stop()
  }
}
