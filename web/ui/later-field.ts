import { isForeignPhone } from '#domain/phones-in-text.ts'
import { pageLocale } from '../texts.ts'
import words from './later-field-texts.ts'
import { keepMask, keysOf } from './later-mask.ts'
import type { Edited } from './mask.ts'
import type { MaskRule } from './masks.ts'

/** Returns a field's message about rejected text or keys; none for a surplus key. */
function problemText({ what, text }: NonNullable<Edited['problem']>, rule: MaskRule) {
  const t = words[pageLocale()]
  if (rule.keys === 'phone' && isForeignPhone(text)) return t.foreign
  if (what === 'refused') return t.refused(keysOf(rule).example)
  return what === 'several' || rule.keys === 'phone' ? t[what] : undefined
}

/** Keeps a field in its mask and shows what was rejected. */
export const keepField = (
  field: HTMLInputElement,
  ruleOf: () => MaskRule,
  tell: (edited: Edited) => void,
  say?: (problem: string | undefined) => void,
  composing?: boolean,
): (() => void) =>
  keepMask(
    field,
    ruleOf,
    (edited) => {
      say?.(edited.problem && problemText(edited.problem, ruleOf()))
      tell(edited)
    },
    composing,
  )
