import { usualSigns } from '#domain/as-typed.ts'
import { findPhones } from '#domain/phones-in-text.ts'
import { type Edited, type Masked, maskOf, read, roomOf, shaped } from './mask.ts'
import { digitInput, type Keys, type MaskRule, phoneInput } from './masks.ts'

/** Result of an edit, with the place of the caret. */
export type Placed = Edited & { caret: number }
/** An edit as the browser made it. */
export type Change = {
  /** Present text and caret of the field. */
  text: string
  caret: number
  /** Start of the new characters; found by comparison if unknown. */
  from?: number | undefined
  /** Chosen, not typed: pasted, dropped, filled in by the browser. */
  pasted?: boolean
}

const empty: Masked = { shown: '', clean: '' }
/** Returns what keys make of an empty field. */
const keyed = (rule: MaskRule, text: string): Placed =>
  edit(rule, empty, { text, caret: text.length })

/**
 * Returns the offset in the shown text behind each character of the value, before the first one
 * first. In unshaped text the rule finds the characters.
 */
function endsOf(rule: MaskRule, { shown, clean }: Masked): number[] {
  const ends = [0]
  if (shown !== shaped(rule, clean)) {
    for (let at = 1; at <= shown.length; at++)
      while (ends.length <= Math.min(clean.length, keyed(rule, shown.slice(0, at)).clean.length))
        ends.push(at)
    return ends
  }
  for (const sign of clean) {
    const at = shown.indexOf(sign, ends.at(-1))
    if (at < 0) break
    ends.push(at + 1)
  }
  return ends
}

/**
 * Returns the value after an edit of a field that held `before`. A surplus key changes nothing.
 * Several characters at once are one complete value, or keys one after another. A paste is a
 * complete value, completes the present one, or changes nothing.
 */
export function edit(rule: MaskRule, before: Masked, change: Change): Placed {
  const { text, caret, pasted } = change
  const keys = keysOf(rule)
  const ends = endsOf(rule, before)
  // Returns the number of the value's characters before an offset of the shown text.
  const count = (place: number) => ends.findLastIndex((end) => end <= place)
  const until = before.shown.length - (text.length - caret)
  let from = change.from ?? 0
  if (change.from === undefined)
    while (from < Math.min(until, caret) && text[from] === before.shown[from]) from += 1
  let [first, last] = [count(from), count(until)]
  const fixed = last < before.clean.length ? (keys.fixed ?? 0) : 0
  first = Math.max(first, Math.min(fixed, before.clean.length))
  last = Math.max(last, first)
  const rest = before.clean.slice(last)
  let head = before.clean.slice(0, first)
  let problem: Edited['problem']
  const done = (clean: string, place: number): Placed => {
    const shown = shaped(rule, clean)
    return {
      shown,
      clean,
      complete: shown.length >= maskOf(rule, clean).length,
      caret: place >= clean.length ? shown.length : (endsOf(rule, { shown, clean })[place] ?? 0),
      problem,
    }
  }
  // Behind № the number begins.
  const added = text.slice(from, caret).replace(/[^№]+/g, usualSigns)
  if (added.length > 1 && (pasted || head + rest === '')) {
    const [whole, another] = keys.whole(added)
    if (another) problem = { what: 'several', text: added }
    if (whole) return done(whole, whole.length)
  }
  for (const key of added) {
    const next = keys.type ? keys.type(head, key, rest) : head + rule.normalise(key)
    if (next === null) problem = { what: 'refused', text: head + key }
    else if (next.length + rest.length <= roomOf(rule, head + rest)) head = next
    else problem = { what: 'full', text: key }
  }
  const value = head + rest
  const isWhole = !problem && keys.whole(shaped(rule, value))[0] === value
  if (pasted && added && !(isWhole && value !== before.clean))
    problem = { what: 'refused', text: added }
  else if (problem?.what !== 'full' || added.length > 1) return done(value, head.length)
  return done(before.clean, last)
}

const isComposing = (event: Event): boolean => event instanceof InputEvent && event.isComposing

/**
 * Keeps a field in its mask and reports every edit; returns a function that removes the mask. Waits
 * for the end of a composition, as phone keyboards use it; also of one under way (`composing`). A
 * focused field without an earlier listener may be in the middle of one: it is read, and rewritten
 * by its next edit or on blur.
 */
export function keepMask(
  field: HTMLInputElement,
  ruleOf: () => MaskRule,
  tell: (edited: Edited) => void,
  composing = document.activeElement === field,
): () => void {
  let held = read(ruleOf(), field.defaultValue)
  /** Start of the next edit; null if the browser did not report it. */
  let from: number | null = null
  const apply = (change: Change): void => {
    const edited = edit(ruleOf(), held, change)
    held = edited
    if (edited.shown !== field.value) {
      field.value = edited.shown
      if (document.activeElement === field) field.setSelectionRange(edited.caret, edited.caret)
    }
    tell(edited)
  }
  const heard = {
    // Before an edit: a form may have been reset, a script may have written.
    handleEvent(event: Event): void {
      const { value, selectionStart } = field
      const kind = event instanceof InputEvent ? event.inputType : ''
      if (isComposing(event)) return
      if (event.type === 'beforeinput' || event.type === 'compositionstart') {
        if (value !== held.shown) held = { shown: value, clean: keyed(ruleOf(), value).clean }
        from = kind.startsWith('insert') ? selectionStart : null
      } else if (event.type === 'input' || value !== shaped(ruleOf(), held.clean)) {
        const caret = selectionStart ?? value.length
        // Written by a script or filled in by the browser: nothing of the old value stays.
        if (!kind && event.type === 'input') {
          held = empty
          apply({ text: value, caret: value.length, pasted: true })
        } else
          apply({
            text: value,
            caret,
            from: from === null ? undefined : Math.min(from, caret),
            pasted: /^insert(From(Paste|Drop|Yank)|Replacement)/.test(kind),
          })
        from = null
      }
    },
  }
  const kinds = ['compositionstart', 'beforeinput', 'input', 'compositionend']
  if (field.value && field.value !== field.defaultValue) {
    if (composing) {
      const now = keyed(ruleOf(), field.value)
      held = { shown: field.value, clean: now.clean }
      // First: the listener may move the focus to the next field.
      field.addEventListener('blur', heard, { once: true })
      tell(now)
    } else {
      held = empty
      apply({ text: field.value, caret: field.value.length })
    }
  }
  for (const kind of kinds) field.addEventListener(kind, heard, true)
  return () => {
    for (const kind of kinds) field.removeEventListener(kind, heard, true)
    field.removeEventListener('blur', heard)
  }
}

/**
 * The phone before the caret with one more key: a plus and the country's 7 may be typed, a trunk 8
 * and zeros before it say nothing. Null for the digit of another country behind a plus.
 */
function typePhone(head: string, key: string, rest: string): string | null {
  if (!head && !rest && key === '+') return key
  if (!/\d/.test(key)) return head
  if (head === '+') return key === '7' ? '+7' : null
  if (head.length < 3) return /[08]/.test(key) ? head : `+7${key}`
  return rest || head.length > 11 ? head + key : phoneInput(head + key)
}

const phone: Keys = {
  fixed: 2,
  type: typePhone,
  whole: (text) => findPhones(text).map((number) => `+${number}`),
  example: '+7 (701) 123 45 67',
}

/** Digits in a row: of a text that holds more, the runs of that length. */
const digits = (length: number): Keys => ({
  whole: (text) => {
    const all = digitInput(text)
    if (all.length === length) return [all]
    return [...new Set(text.match(/\d+/g)?.filter((run) => run.length === length))]
  },
  example: length === 12 ? '850315399904' : '1234567890'.slice(0, length),
})

export function keysOf({ keys, room }: MaskRule): Keys {
  if (keys === 'phone') return phone
  return keys === 'digits' ? digits(Number(room)) : keys
}
