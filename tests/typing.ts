import { edit, type Placed } from '#web/ui/later-mask.ts'
import type { Masked } from '#web/ui/mask.ts'
import type { MaskRule } from '#web/ui/masks.ts'

// For tests: what a browser makes of keys and pastes in a field with a mask.

const empty: Masked = { shown: '', clean: '' }

/** One key, or a text at once, put where the selection of the field was. */
export function put(
  rule: MaskRule,
  before: Masked,
  added: string,
  [from, to] = [before.shown.length, before.shown.length],
  pasted = false,
): Placed {
  const text = before.shown.slice(0, from) + added + before.shown.slice(to)
  return edit(rule, before, { text, caret: from + added.length, from, pasted })
}

export const typed = (rule: MaskRule, keys: string, before: Masked = empty): Masked =>
  Array.from(keys).reduce((field, key) => put(rule, field, key), before)

export const pasted = (rule: MaskRule, text: string, before: Masked = empty): Placed =>
  put(rule, before, text, [before.shown.length, before.shown.length], true)

/** As a composition ends: the whole of what was composed, by comparing. */
export const composed = (rule: MaskRule, text: string, before: Masked = empty): Placed =>
  edit(rule, before, { text: before.shown + text, caret: (before.shown + text).length })
