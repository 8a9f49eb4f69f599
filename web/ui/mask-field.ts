import { type Edited, maskOf, read } from './mask.ts'
import type { MaskRule } from './masks.ts'

/**
 * Keeps a field in its mask and reports every edit; returns a function that removes the mask. The
 * handling of keys and pastes loads right after the page: until then the field is read, and not
 * rewritten. Input within a composition rewrites nothing before its end.
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
    // Offline the field keeps its text as typed.
    () => {},
  )
  return () => {
    gone = true
    stop()
  }
}
